/** Answers that are put together: several things, a number, a form, a way. */

import type { Choice, Prompt, Target } from "../../generated/protocol";

type Data = Record<string, unknown>;

/** One thing to fill in, as the sampled answers show it. */
export type Field =
  | { readonly kind: "number"; readonly name: string; readonly least: number; readonly most: number }
  | { readonly kind: "truth"; readonly name: string }
  | { readonly kind: "one of"; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: "text"; readonly name: string };

/** The answers a gesture starts from: those that are no plain buttons, else all. */
export function samples(prompt: Prompt): Data[] {
  const drawn = prompt.choices.filter((choice) => choice.target && choice.target.kind !== "button");
  return (drawn.length ? drawn : prompt.choices).map((choice) => choice.answer ?? {});
}

/** Join the answers of several choices: lists are put together, the rest comes from the first. */
export function joined(choices: readonly Choice[]): Data {
  const [first, ...others] = choices.map((choice) => choice.answer ?? {});
  const result: Data = { ...first };
  for (const other of others) {
    for (const [name, value] of Object.entries(other)) {
      const known = result[name];
      if (Array.isArray(known) && Array.isArray(value)) result[name] = union(known, value);
    }
  }
  return result;
}

function union(one: readonly unknown[], other: readonly unknown[]): unknown[] {
  return [...one, ...other.filter((value) => !one.includes(value))];
}

/** What can be filled in: every field of the samples but the tag. */
export function fields(prompt: Prompt): Field[] {
  const given = samples(prompt);
  const names = [...new Set(given.flatMap((answer) => Object.keys(answer)))].filter((name) => name !== "do");
  return names.flatMap((name) =>
    fieldOf(
      name,
      given.map((answer) => answer[name]),
    ),
  );
}

function fieldOf(name: string, values: readonly unknown[]): Field[] {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length)
    return [{ kind: "number", name, least: Math.min(...numbers), most: Math.max(...numbers) }];
  if (values.some((value) => typeof value === "boolean")) return [{ kind: "truth", name }];
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  if (texts.length > 1) return [{ kind: "one of", name, values: texts }];
  return texts.length ? [{ kind: "text", name }] : [];
}

/** The number a quantity is about: the one that differs between the samples. */
export function quantity(prompt: Prompt): Extract<Field, { kind: "number" }> | null {
  const numbers = fields(prompt).filter((field) => field.kind === "number");
  return numbers.find((field) => field.least !== field.most) ?? numbers[0] ?? null;
}

/** Fill in a form or a quantity. */
export function filled(prompt: Prompt, values: Data): Data {
  return { ...(samples(prompt)[0] ?? {}), ...values };
}

/** One line of a list that is put together: what, and how many. */
export interface Row {
  readonly value: string;
  readonly n: number;
}

/** The list to begin with: that of the first answer proposed. */
export function rowsOf({ rows, choices }: Prompt): Row[] {
  const given = rows && choices[0]?.answer?.[rows.field];
  if (!rows || !Array.isArray(given)) return [];
  return given.map((one: Data) => ({ value: String(one[rows.kind]), n: Number(one[rows.count]) }));
}

/** The answer that a list makes. */
export function listed(prompt: Prompt, list: readonly Row[]): Data | null {
  const { rows } = prompt;
  if (!rows) return null;
  return filled(prompt, {
    [rows.field]: list.map(({ value, n }) => ({ [rows.kind]: value, [rows.count]: n })),
  });
}

/** The field that holds a way, and whether its steps are numbers. */
export function wayField(prompt: Prompt): { name: string; numbers: boolean } | null {
  for (const answer of samples(prompt)) {
    for (const [name, value] of Object.entries(answer)) {
      if (Array.isArray(value)) return { name, numbers: value.every((one) => typeof one === "number") };
    }
  }
  return null;
}

/** The answer for a way step by step. */
export function way(prompt: Prompt, steps: readonly Target[]): Data | null {
  const field = wayField(prompt);
  if (!field || !steps.length) return null;
  const ids = steps.map((step) => (field.numbers ? Number(step.id) : step.id));
  return filled(prompt, { [field.name]: ids });
}
