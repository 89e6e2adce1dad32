import { createSubscriber } from "svelte/reactivity";
import { keep, kept } from "./storage";

export interface Settings {
  language: "en" | "de";
  theme: "system" | "light" | "dark";
  speed: "full" | "short" | "off";
  initials: boolean;
  strongLines: boolean;
  cellNumbers: boolean;
  sound: boolean;
  name: string;
}

const PLACE = "walstatt.settings";

const ALLOWED: { [K in keyof Settings]?: readonly Settings[K][] } = {
  language: ["en", "de"],
  theme: ["system", "light", "dark"],
  speed: ["full", "short", "off"],
};

/** The settings of this browser; whatever changes is kept at once. */
export const settings: Settings = $state(restored());

$effect.root(() => {
  $effect(() => {
    keep(PLACE, $state.snapshot(settings));
  });
});

const darkSystem = media("(prefers-color-scheme: dark)");
const calmSystem = media("(prefers-reduced-motion: reduce)");

/** Whether the page is dark, by setting or by system. */
export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "system" && darkSystem());
}

/** Whether nothing should move, by system or because animations are off. */
export function reducedMotion(): boolean {
  return settings.speed === "off" || calmSystem();
}

/** Take over only what is known and of the right kind. */
export function checked(found: unknown, usual: Settings): Settings {
  if (typeof found !== "object" || found === null) return usual;
  const result: Record<string, unknown> = { ...usual };
  for (const [key, value] of Object.entries(usual)) {
    const given = (found as Record<string, unknown>)[key];
    const allowed = ALLOWED[key as keyof Settings] as readonly unknown[] | undefined;
    if (typeof given === typeof value && (!allowed || allowed.includes(given))) result[key] = given;
  }
  return result as unknown as Settings;
}

function restored(): Settings {
  return checked(kept(PLACE), {
    language: browserLanguage(),
    theme: "system",
    speed: "full",
    initials: false,
    strongLines: false,
    cellNumbers: false,
    sound: false,
    name: "",
  });
}

function browserLanguage(): "en" | "de" {
  const wanted = typeof navigator === "undefined" ? [] : (navigator.languages ?? []);
  for (const one of wanted) {
    if (one.startsWith("de")) return "de";
    if (one.startsWith("en")) return "en";
  }
  return "en";
}

function media(query: string): () => boolean {
  if (typeof matchMedia === "undefined") return () => false;
  const list = matchMedia(query);
  const subscribe = createSubscriber((update) => {
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  });
  return () => {
    subscribe();
    return list.matches;
  };
}
