/** What can be done with an army besides changing it. */

import { ui } from "../i18n/words.svelte";
import { api, saveFile } from "../net/api";
import { settings } from "../settings.svelte";
import { toast, toastError } from "../ui/toasts.svelte";
import type { Army } from "./edits";

type Options = Readonly<Record<string, boolean | number | string>>;

/** Open the printable roster in a tab of its own; only a form can bring so much there. */
export function printRoster(game: string, army: Army, options: Options = {}): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = api.printAddress(game);
  form.target = "_blank";
  form.hidden = true;
  const field = document.createElement("input");
  field.name = "wish";
  field.value = JSON.stringify({ army, options, language: settings.language });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Hand the army to the browser's downloads as a file. */
export async function download(game: string, army: Army): Promise<void> {
  try {
    const file = await api.writeArmy(game, army);
    saveFile({ name: file.name, content: new Blob([file.text], { type: "application/yaml" }) });
  } catch (error) {
    toastError(error);
  }
}

/** Put the text of the file on the clipboard. */
export async function copyText(game: string, army: Army): Promise<void> {
  try {
    const file = await api.writeArmy(game, army);
    await navigator.clipboard.writeText(file.text);
    toast(ui("armies.copied"), "good");
  } catch (error) {
    toastError(error);
  }
}

/** Save data that the server cannot read, as it is. */
export function saveRaw(army: Army): void {
  const content = new Blob([JSON.stringify(army, null, 2)], { type: "application/json" });
  saveFile({ name: "army.json", content });
}
