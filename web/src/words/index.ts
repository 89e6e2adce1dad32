import armies from "./armies";
import board from "./board";
import lobby from "./lobby";
import odds from "./odds";
import replay from "./replay";
import rules from "./rules";
import shell from "./shell";
import table from "./table";

/** The client's own words by area; each file gives the same keys in both languages. */
export const areas = { armies, board, table, lobby, odds, replay, rules, shell };

export const words = {
  en: {
    ...armies.en,
    ...board.en,
    ...table.en,
    ...lobby.en,
    ...odds.en,
    ...replay.en,
    ...rules.en,
    ...shell.en,
  },
  de: {
    ...armies.de,
    ...board.de,
    ...table.de,
    ...lobby.de,
    ...odds.de,
    ...replay.de,
    ...rules.de,
    ...shell.de,
  },
};

/** A key of the client's own words. */
export type UiKey = keyof typeof words.en;
