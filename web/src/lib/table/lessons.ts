/** Which lesson is due in a guided game. */

import type { Lesson, LogLine, Prompt } from "../../generated/protocol";

/** The first lesson not yet told that fits what is asked or what has happened. */
export function due(
  lessons: readonly Lesson[],
  told: ReadonlySet<string>,
  prompt: Prompt | null | undefined,
  lines: readonly LogLine[],
): Lesson | null {
  const events = new Set(lines.map((line) => line.event));
  const fits = (lesson: Lesson): boolean => {
    if (lesson.kind) return prompt?.kind === lesson.kind;
    return lesson.event ? events.has(lesson.event) : true;
  };
  return lessons.find((lesson) => !told.has(lesson.id) && fits(lesson)) ?? null;
}
