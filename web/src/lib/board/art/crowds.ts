import { rng } from "../../paint/random";
import { TROOPS, type Troop, type TroopName } from "./figures";
import { joinedMarks, type Mark, placedMarks, type Spot } from "./strokes";

/** Of every base there are so many that differ in how the figures stand. */
const VARIANTS = 4;
/** Tenths of a millimetre per millimetre of the drawings. */
const TENTHS = 10;
const FRONTAGE = 60;

const known = new Map<string, readonly Mark[]>();

/** Draws the figures of a base, in tenths of a millimetre; bases of the same kind and size share them. */
export function crowdOf(name: TroopName, width: number, depth: number, salt: number): readonly Mark[] {
  const variant = salt % VARIANTS;
  const key = `${name}/${width}/${depth}/${variant}`;
  const before = known.get(key);
  if (before) return before;
  const drawn = drawCrowd(TROOPS[name], width / TENTHS, depth / TENTHS, variant);
  known.set(key, drawn);
  return drawn;
}

function drawCrowd(troop: Troop, width: number, depth: number, variant: number): Mark[] {
  const chance = rng(variant * 97 + 11);
  const fit = Math.min(1.4, width / FRONTAGE, depth / troop.depth);
  const spots = Array.from({ length: troop.count }, (_, i): Spot & { n: number } => {
    const [dx, dy, turn] = [chance() - 0.5, chance() - 0.5, chance() - 0.5];
    const room = width / troop.count;
    const shake = troop.loose ? 1 : 0.16;
    return {
      x: -width / 2 + room * (i + 0.5) + dx * 5 * shake * fit,
      y: (troop.down ?? 0) * fit + dy * 6 * shake * fit,
      scale: troop.scale * fit,
      turn: turn * (troop.loose ? 26 : 5) * (troop.count > 1 ? 1 : 0),
      n: i + variant,
    };
  });
  const men = spots.map(({ n, ...spot }) => placedMarks(troop.draw(n), spot));
  return inOneCoat(men).map((mark) => placedMarks([mark], { x: 0, y: 0, scale: TENTHS })[0] ?? mark);
}

/** Figures of one make are drawn together; those whose horses differ are drawn one after the other. */
function inOneCoat(men: readonly (readonly Mark[])[]): Mark[] {
  const coat = (marks: readonly Mark[]) => marks.map((mark) => `${mark.fill}/${mark.stroke}`).join();
  const groups = new Map<string, (readonly Mark[])[]>();
  for (const one of men) groups.set(coat(one), [...(groups.get(coat(one)) ?? []), one]);
  return [...groups.values()].flatMap(joinedMarks);
}
