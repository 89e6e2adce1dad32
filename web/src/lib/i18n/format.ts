import type { Message } from "../../generated/protocol";

/** What is said under one id: a text, or two where the number `n` matters. */
export type Text = string | { one: string; other: string };
export type Texts = Record<string, Text>;
type Argument = string | number | Message;

const TOKEN = /\{\{|\}\}|\{[A-Za-z_]\w*\}/g;
const MINUS = "\u2212";

/** Say a message; an unknown id is shown in brackets rather than hidden. */
export function format(texts: Texts, message: Message): string {
  const text = Object.hasOwn(texts, message.id) ? texts[message.id] : undefined;
  const args = message.args ?? {};
  if (text === undefined) return unknown(message.id);
  return fill(form(text, args), args, (part) => format(texts, part));
}

/** Show that something has no text, without hiding what it is. */
export function unknown(id: string): string {
  return `[${id}]`;
}

/** Choose the text for one or for several. */
export function form(text: Text, args: Record<string, Argument>): string {
  if (typeof text === "string") return text;
  return args.n === 1 ? text.one : text.other;
}

/** Put arguments into a text; a placeholder without an argument stays as it is. */
export function fill(text: string, args: Record<string, Argument>, say: (part: Message) => string): string {
  return text.replace(TOKEN, (token) => {
    if (token === "{{" || token === "}}") return token.charAt(0);
    const name = token.slice(1, -1);
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    return value === undefined ? token : written(value, say);
  });
}

/** Write a number with a true minus sign. */
export function number(value: number): string {
  return String(value).replace("-", MINUS);
}

/** The placeholders of a text, sorted. */
export function placeholders(text: Text): string[] {
  const sources = typeof text === "string" ? [text] : [text.one, text.other];
  const names = sources.flatMap((source) => source.match(TOKEN) ?? []).filter((token) => token.length > 2);
  return [...new Set(names)].sort();
}

function written(value: Argument, say: (part: Message) => string): string {
  if (typeof value === "number") return number(value);
  return typeof value === "string" ? value : say(value);
}
