/** All keys of the table, as help lists them. */

import type { UiKey } from "../i18n/words.svelte";

export const KEYS: readonly (readonly [readonly string[], UiKey])[] = [
  [["←", "↑", "→", "↓"], "table.keys_move"],
  [["Tab"], "table.keys_tab"],
  [["↵"], "table.keys_enter"],
  [["1", "…", "9"], "table.keys_digits"],
  [["Esc"], "table.keys_esc"],
  [["U"], "table.keys_undo"],
  [["H"], "table.keys_hint"],
  [["I"], "table.keys_inspect"],
  [["M"], "table.keys_reach"],
  [["⇧", "←", "↑", "→", "↓"], "table.keys_carry"],
  [["[", "]"], "table.keys_turn"],
  [["R"], "table.keys_range"],
  [["L"], "table.keys_sight"],
  [["T"], "table.keys_threat"],
  [["Z", "C"], "table.keys_scene"],
  [["G"], "table.keys_numbers"],
  [["+", "−"], "table.keys_zoom"],
  [["0"], "table.keys_fit"],
  [["Space"], "table.keys_where"],
  [["P", "\\"], "table.keys_panel"],
  [["⇧", "1", "…", "5"], "table.keys_tabs"],
  [["B", "/"], "table.keys_chat"],
  [["K"], "table.keys_cards"],
  [["N"], "table.keys_now"],
  [["?"], "table.keys_help"],
];
