/** Development only: the table page with a server that is made up from fixtures. */

import { mount } from "svelte";
import { settings } from "../lib/settings.svelte";
import "../styles/tokens.css";
import "../styles/base.css";
import TableDev from "./TableDev.svelte";

const wanted = new URLSearchParams(location.search);
const language = wanted.get("lang");
if (language === "de" || language === "en") settings.language = language;
if (wanted.get("theme")) settings.theme = wanted.get("theme") === "dark" ? "dark" : "light";

/** Words and rules come from a server if one runs behind the proxy; without one ids are shown. */
const ask = window.fetch;
window.fetch = async (input, init) => {
  const answer = await ask(input, init);
  if (answer.ok || !String(input).startsWith("/api/")) return answer;
  return new Response(String(input).endsWith("/games") ? "[]" : "{}");
};

const target = document.getElementById("app");
if (target) mount(TableDev, { target, props: { scene: wanted.get("scene") ?? "combat" } });
