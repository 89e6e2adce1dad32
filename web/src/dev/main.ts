import { mount } from "svelte";
import { setTexts } from "../lib/i18n/words.svelte";
import { settings } from "../lib/settings.svelte";
import "../styles/tokens.css";
import Dev from "./Dev.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the boards");

/** Boards are shown from the console or from a script: `boards.show({ scene })`. */
const boards = mount(Dev, { target });
Object.assign(globalThis, { boards, settings, setTexts });

/** `board.html?scene=armies` shows two armies on a measured table. */
const wanted = new URLSearchParams(location.search).get("scene");
if (wanted === "armies") {
  const { armiesScene } = await import("../../tests/fixtures/armies");
  for (const language of ["en", "de"] as const) setTexts(language, { "scene.text": "{text}" });
  boards.show({ scene: armiesScene() });
}
