/** Development only: the table page with a server that is made up from fixtures. */

import { mount } from "svelte";
import type { Texts } from "../lib/i18n/format";
import { setTexts } from "../lib/i18n/words.svelte";
import { settings } from "../lib/settings.svelte";
import "../styles/tokens.css";
import "../styles/base.css";
import TableDev from "./TableDev.svelte";

const words = import.meta.glob<Texts>("../../tests/fixtures/**/words.*.json", {
  eager: true,
  import: "default",
});
for (const [path, texts] of Object.entries(words)) setTexts(path.endsWith("de.json") ? "de" : "en", texts);

const wanted = new URLSearchParams(location.search);
if (wanted.get("lang") === "de" || wanted.get("lang") === "en")
  settings.language = wanted.get("lang") as "de" | "en";
if (wanted.get("theme")) settings.theme = wanted.get("theme") === "dark" ? "dark" : "light";

const target = document.getElementById("app");
if (target) mount(TableDev, { target, props: { scene: wanted.get("scene") ?? "combat" } });
