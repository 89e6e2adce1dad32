import { contains } from "../../scene/geometry";
import { type Body, cornersOf, poseNamed, turnBetween } from "./poses";

/** Places nearer to each other than this, in units of the drawings of a table, are shown as one. */
const APART = 150;
const TURNED = 1500;

/** Of the names of some poses those that can be told apart, and that do not lie on the unit itself. */
export function apartPlaces(ids: readonly string[], unit: readonly Body[]): string[] {
  const outlines = unit.map(({ pose, size }) => cornersOf(pose, size));
  const found: { id: string; x: number; y: number; facing: number }[] = [];
  for (const id of ids) {
    const pose = poseNamed(id)?.pose;
    if (!pose || outlines.some((outline) => contains(outline, [pose.x, pose.y]))) continue;
    const near = found.some(
      (other) =>
        Math.hypot(other.x - pose.x, other.y - pose.y) < APART &&
        Math.abs(turnBetween(other.facing, pose.facing)) < TURNED,
    );
    if (!near) found.push({ id, ...pose });
  }
  return found.map(({ id }) => id);
}
