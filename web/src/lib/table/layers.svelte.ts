/** What can be laid over the board besides what is asked: shown while a key is held, or pinned. */

import type { Scene } from "../../generated/protocol";
import type { UiKey } from "../i18n/words.svelte";
import { focusedBoard } from "../scene/board";

export type LayerId = "reach" | "range" | "sight" | "threat" | "zones" | "command" | "numbers";

export interface Layer {
  readonly id: LayerId;
  readonly key: string;
  readonly label: UiKey;
}

/** All layers, with their keys. */
export const LAYERS: readonly Layer[] = [
  { id: "reach", key: "M", label: "table.unit_reach" },
  { id: "range", key: "R", label: "table.unit_range" },
  { id: "sight", key: "L", label: "table.unit_sight" },
  { id: "threat", key: "T", label: "table.layer_threat" },
  { id: "zones", key: "Z", label: "table.layer_zones" },
  { id: "command", key: "C", label: "table.layer_command" },
  { id: "numbers", key: "G", label: "table.layer_numbers" },
];

/** What the layers are called that a scene brings with it. */
const BROUGHT = { zones: "threat", command: "command" } as const;
type BroughtId = keyof typeof BROUGHT;
const TWICE_MS = 400;

export class Layers {
  /** What stays shown; of what a scene brings itself, what is hidden. */
  #turned = $state.raw<ReadonlySet<LayerId>>(new Set());
  #held = $state<LayerId | "">("");
  #last: { id: string; at: number } = { id: "", at: 0 };

  has(id: LayerId): boolean {
    const turned = this.#turned.has(id);
    return isBrought(id) ? !turned : turned || this.#held === id;
  }

  /** Whether something is shown of the thing pointed at. */
  get follows(): boolean {
    return this.has("reach") || this.has("range") || this.has("sight");
  }

  turn(id: LayerId): void {
    const others = [...this.#turned].filter((one) => one !== id);
    this.#turned = new Set(this.#turned.has(id) ? others : [...others, id]);
  }

  /** A key went down: its layer is shown as long as it is held, and stays if it is pressed twice. */
  press(id: LayerId, now: number): void {
    const twice = this.#last.id === id && now - this.#last.at < TWICE_MS;
    this.#last = { id, at: now };
    if (isBrought(id) || twice || this.#turned.has(id)) this.turn(id);
    else this.#held = id;
  }

  release(id: LayerId): void {
    if (this.#held === id) this.#held = "";
  }

  /** Nothing stays but what belongs to no seat. */
  clear(): void {
    this.#turned = new Set([...this.#turned].filter(isBrought));
    this.#held = "";
  }

  /** Takes away what a scene brings with it and nobody wants to see. */
  thin(scene: Scene): Scene {
    const hidden = (Object.keys(BROUGHT) as BroughtId[])
      .filter((id) => !this.has(id))
      .map((id) => BROUGHT[id]);
    if (!hidden.length) return scene;
    const shown = (scene.overlays ?? []).filter((one) => !hidden.some((meaning) => meaning === one.meaning));
    return { ...scene, overlays: shown };
  }
}

function isBrought(id: LayerId): id is BroughtId {
  return id in BROUGHT;
}

/** The layers there are to choose from: those of a scene only where it has them, threats only for players. */
export function layersFor(scene: Scene | null, watching: boolean): Layer[] {
  const isTable = !!scene && focusedBoard(scene)?.board === "table";
  return LAYERS.filter(({ id }) => {
    if (isBrought(id)) return !!scene?.overlays?.some((one) => one.meaning === BROUGHT[id]);
    if (isTable && (id === "reach" || id === "numbers")) return false;
    return id !== "threat" || !watching;
  });
}
