/** A visit to a table, with everything that belongs to it. */

import type { Scene } from "../../generated/protocol";
import { Session, type Visitor } from "../net/session.svelte";
import { type Dial, realTimers, type Timers } from "../net/socket";
import { reducedMotion, settings } from "../settings.svelte";
import { Desk } from "./desk.svelte";
import { Past } from "./past.svelte";
import { Playback } from "./playback.svelte";

export interface Wanted {
  readonly table: string;
  readonly token: string;
  readonly dial: Dial;
  readonly visitor: () => Visitor;
  readonly moment: (n: number, seat: string | undefined) => Promise<Scene>;
  readonly timers?: Timers;
}

export class Visit {
  readonly table: string;
  readonly token: string;
  readonly session: Session;
  readonly playback: Playback;
  readonly desk: Desk;
  readonly past: Past;

  constructor(wanted: Wanted) {
    const timers = wanted.timers ?? realTimers;
    this.table = wanted.table;
    this.token = wanted.token;
    this.playback = new Playback(
      { speed: () => settings.speed, calm: reducedMotion, away: () => document.visibilityState === "hidden" },
      timers,
    );
    this.session = new Session(wanted.dial, wanted.visitor, this.playback, timers);
    this.desk = new Desk(this.session, this.playback, timers);
    this.past = new Past(
      (n) => wanted.moment(n, this.playback.shown?.seat ?? undefined),
      () => this.playback.shown?.log ?? [],
      timers,
    );
  }

  /** Open the line, and try again at once when the network or the page comes back. */
  open(): () => void {
    const retry = (): void => {
      if (document.visibilityState === "visible") this.session.retry();
    };
    addEventListener("online", retry);
    document.addEventListener("visibilitychange", retry);
    this.session.open();
    return () => {
      removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", retry);
      this.past.close();
      this.session.close();
    };
  }
}
