import { mount } from "svelte";
import { setTexts } from "../lib/i18n/words.svelte";
import { settings } from "../lib/settings.svelte";
import "../styles/tokens.css";
import Dev from "./Dev.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the boards");

/** Boards are shown from the console or from a script: `boards.show({ scene })`. */
Object.assign(globalThis, { boards: mount(Dev, { target }), settings, setTexts });
