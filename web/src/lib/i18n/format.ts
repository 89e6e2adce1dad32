import type { Message } from "../../generated/protocol";

/** What is said under one id: a text, two where the number `n` matters, or the name of one thing. */
export type Text = string | { one: string; other: string } | { singular: string };
export type Texts = Record<string, Text>;
type Argument = string | number | Message;

const TOKEN = /\{\{|\}\}|\{[A-Za-z_]\w*(?::[^{}|]*\|[^{}|]*)?\}/g;
const SENTENCE = /^\{([A-Za-z_]\w*)[}:][\s\S]*[.?!]$/;
const MINUS = "\u2212";

/** Say a message; an unknown id is shown in brackets rather than hidden. */
export function format(texts: Texts, message: Message): string {
  const text = Object.hasOwn(texts, message.id) ? texts[message.id] : undefined;
  const args = message.args ?? {};
  if (text === undefined) return unknown(message.id);
  const chosen = form(text, args);
  const said = fill(
    chosen,
    args,
    (part) => format(texts, part),
    (part) => isSingular(texts[part.id]),
  );
  return beginsWithWords(chosen, args) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}

/** Whether a sentence begins with words of ours; what others wrote, such as a file's name, stays as it is. */
function beginsWithWords(text: string, args: Record<string, Argument>): boolean {
  const name = SENTENCE.exec(text)?.[1];
  return name !== undefined && typeof args[name] === "object";
}

function isSingular(text: Text | undefined): boolean {
  return typeof text === "object" && "singular" in text;
}

/** Show that something has no text, without hiding what it is. */
export function unknown(id: string): string {
  return `[${id}]`;
}

/** Choose the text for one or for several. */
export function form(text: Text, args: Record<string, Argument>): string {
  if (typeof text === "string") return text;
  if ("singular" in text) return text.singular;
  return args.n === 1 ? text.one : text.other;
}

/** Put arguments into a text; a placeholder without an argument stays as it is. */
export function fill(
  text: string,
  args: Record<string, Argument>,
  say: (part: Message) => string,
  single: (part: Message) => boolean = () => false,
): string {
  return text.replace(TOKEN, (token) => {
    if (token === "{{" || token === "}}") return token.charAt(0);
    const [name = "", forms] = token.slice(1, -1).split(":");
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) return token;
    return forms === undefined ? written(value, say) : fitting(forms, value, single);
  });
}

/** The word that fits the number of what it speaks of. */
function fitting(forms: string, value: Argument, single: (part: Message) => boolean): string {
  const [one = "", several = ""] = forms.split("|");
  return (typeof value === "object" ? single(value) : value === 1) ? one : several;
}

/** Write a number with a true minus sign. */
export function number(value: number): string {
  return String(value).replace("-", MINUS);
}

/** The placeholders of a text, sorted. */
export function placeholders(text: Text): string[] {
  const sources = typeof text === "string" ? [text] : Object.values(text);
  const found = sources.flatMap((source) => source.match(TOKEN) ?? []).filter((token) => token.length > 2);
  const names = found.map((token) => token.replace(/:.*\}/, "}"));
  return [...new Set(names)].sort();
}

function written(value: Argument, say: (part: Message) => string): string {
  if (typeof value === "number") return number(value);
  return typeof value === "string" ? value : say(value);
}
