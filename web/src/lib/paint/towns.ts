import type { Point } from "../scene/board";
import { type Brush, disc, strokeLine, traceBlob } from "./canvas";
import { type Colour, css, mix, type Palette } from "./palette";
import { pick, rng } from "./random";
import type { Town } from "./recipe";
import { drawTree } from "./woods";

interface House {
  x: number;
  y: number;
  width: number;
  depth: number;
  angle: number;
}

const LIT: Colour = [255, 235, 205];
const DIM: Colour = [30, 15, 8];
const STREET = 5.4;

/** Paints a town: first a ring of houses, which shows around a counter, then streets and yards. */
export function paintTown(brush: Brush, town: Town, palette: Palette): void {
  const chance = rng(town.seed);
  brush.fillStyle = css(palette.plot, 0.5);
  traceBlob(brush, town.x, town.y, town.radius * 0.92, town.seed, 10, 0.1);
  brush.fill();
  for (const angle of town.streets) paintStreet(brush, town, angle, palette);
  const houses = [...ringHouses(town, chance)];
  addApart(houses, streetHouses(town, chance), 13);
  addApart(houses, yardHouses(town, chance), 14);
  houses.sort((a, b) => a.y - b.y);
  for (const house of houses) drawHouse(brush, palette, house, pick(palette.roofs, chance()));
  paintTrees(brush, town, houses, palette, chance);
  if (town.church) paintChurch(brush, town, palette);
}

function paintStreet(brush: Brush, { x, y, radius }: Town, angle: number, palette: Palette): void {
  const [dx, dy] = [Math.cos(angle) * radius * 0.84, Math.sin(angle) * radius * 0.84];
  const line: Point[] = [
    [x - dx, y - dy],
    [x, y],
    [x + dx, y + dy],
  ];
  strokeLine(brush, line, STREET + 1.6, css(palette.roadEdge, 0.5));
  strokeLine(brush, line, STREET, css(palette.road));
}

function onStreet(town: Town, x: number, y: number, room: number): boolean {
  return town.streets.some((angle) => {
    const off = -(x - town.x) * Math.sin(angle) + (y - town.y) * Math.cos(angle);
    return Math.abs(off) < room;
  });
}

function* ringHouses(town: Town, chance: () => number): Generator<House> {
  const count = Math.max(6, Math.round((town.radius / 46) * 11));
  for (let i = 0; i < count; i++) {
    const turn = (i / count) * 6.283 + 0.2;
    const reach = town.radius * (0.74 + chance() * 0.1);
    const house = {
      x: town.x + Math.cos(turn) * reach * 0.96,
      y: town.y + Math.sin(turn) * reach * 1.02,
      width: 12 + chance() * 5,
      depth: 8.5 + chance() * 2,
      angle: turn + 1.57 + (chance() - 0.5) * 0.3,
    };
    if (!onStreet(town, house.x, house.y, 7)) yield house;
  }
}

function* streetHouses(town: Town, chance: () => number): Generator<House> {
  for (const angle of town.streets) {
    for (const side of [-1, 1]) {
      for (let along = -0.78; along <= 0.8; along += 0.3) {
        const [width, depth] = [11 + chance() * 7, 8 + chance() * 3];
        const off = (9.5 + depth * 0.25) * side;
        const x = town.x + Math.cos(angle) * town.radius * along - Math.sin(angle) * off;
        const y = town.y + Math.sin(angle) * town.radius * along + Math.cos(angle) * off;
        const outside = Math.hypot(x - town.x, y - town.y) > town.radius * 0.9;
        const turned = angle + (chance() - 0.5) * 0.2;
        if (Math.abs(along) >= 0.14 && !outside) yield { x, y, width, depth, angle: turned };
      }
    }
  }
}

function* yardHouses(town: Town, chance: () => number): Generator<House> {
  for (let i = 0; i < 10; i++) {
    const turn = chance() * 6.28;
    const reach = town.radius * (0.45 + chance() * 0.38);
    const [x, y] = [town.x + Math.cos(turn) * reach, town.y + Math.sin(turn) * reach];
    const house = { x, y, width: 10 + chance() * 5, depth: 7 + chance() * 3, angle: turn };
    if (!onStreet(town, x, y, 8)) yield house;
  }
}

function addApart(houses: House[], more: Iterable<House>, room: number): void {
  for (const one of more) {
    if (houses.every((other) => Math.hypot(other.x - one.x, other.y - one.y) >= room)) houses.push(one);
  }
}

/** Draws a hipped roof in four facets, the two long ones lit or dim by their direction. */
export function drawHouse(brush: Brush, palette: Palette, house: House, roof: Colour): void {
  const [w, h] = [house.width / 2, house.depth / 2];
  const hip = Math.min(h * 0.9, w * 0.6);
  const sunny = Math.sin(house.angle + 1.57) * 0.7 + Math.cos(house.angle + 1.57) * 0.7 > 0;
  brush.save();
  brush.translate(house.x + 2.2, house.y + 2.6);
  brush.rotate(house.angle);
  brush.fillStyle = css(palette.shade, 0.38);
  brush.fillRect(-w, -h, 2 * w, 2 * h);
  brush.restore();
  brush.save();
  brush.translate(house.x, house.y);
  brush.rotate(house.angle);
  const [lit, dim] = [mix(roof, LIT, 0.2), mix(roof, DIM, 0.3)];
  facet(brush, sunny ? lit : dim, [-w, -h], [w, -h], [w - hip, 0], [-w + hip, 0]);
  facet(brush, sunny ? dim : lit, [-w, h], [w, h], [w - hip, 0], [-w + hip, 0]);
  facet(brush, mix(roof, LIT, 0.06), [-w, -h], [-w + hip, 0], [-w, h]);
  facet(brush, mix(roof, DIM, 0.16), [w, -h], [w - hip, 0], [w, h]);
  brush.strokeStyle = css(mix(roof, DIM, 0.55), 0.9);
  brush.lineWidth = 0.8;
  brush.strokeRect(-w, -h, 2 * w, 2 * h);
  brush.beginPath();
  brush.moveTo(-w + hip, 0);
  brush.lineTo(w - hip, 0);
  brush.stroke();
  brush.restore();
}

function facet(brush: Brush, colour: Colour, ...points: Point[]): void {
  brush.fillStyle = css(colour);
  brush.beginPath();
  for (const [x, y] of points) brush.lineTo(x, y);
  brush.fill();
}

function paintTrees(
  brush: Brush,
  town: Town,
  houses: readonly House[],
  palette: Palette,
  chance: () => number,
): void {
  for (let i = 0; i < 9; i++) {
    const turn = chance() * 6.28;
    const reach = town.radius * (0.6 + chance() * 0.3);
    const [x, y] = [town.x + Math.cos(turn) * reach, town.y + Math.sin(turn) * reach];
    const leaf = pick(palette.leaves, chance());
    if (houses.some((house) => Math.hypot(house.x - x, house.y - y) < 10)) continue;
    brush.fillStyle = css(palette.leafLow, 0.3);
    disc(brush, x + 1.5, y + 2, 4);
    drawTree(brush, palette, x, y, 3.8, leaf, i + town.seed);
  }
}

function paintChurch(brush: Brush, town: Town, palette: Palette): void {
  const [x, y] = [town.x + town.radius * 0.14, town.y - town.radius * 0.2];
  const tower = { x: x - 15, y: y - 1.5, size: 8 };
  drawHouse(brush, palette, { x, y, width: 21, depth: 11, angle: -0.2 }, palette.slate);
  brush.fillStyle = css(palette.shade, 0.4);
  brush.fillRect(tower.x + 2, tower.y + 2.5, tower.size, tower.size);
  brush.fillStyle = css(palette.wall);
  brush.fillRect(tower.x, tower.y, tower.size, tower.size);
  brush.strokeStyle = css(palette.ink, 0.8);
  brush.lineWidth = 0.9;
  brush.strokeRect(tower.x, tower.y, tower.size, tower.size);
  brush.beginPath();
  brush.moveTo(tower.x, tower.y);
  brush.lineTo(tower.x + tower.size, tower.y + tower.size);
  brush.moveTo(tower.x + tower.size, tower.y);
  brush.lineTo(tower.x, tower.y + tower.size);
  brush.stroke();
}
