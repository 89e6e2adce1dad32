import type { TableCard } from "../../generated/protocol";
import { ApiError, api } from "../net/api";
import { account, keys, useAccount } from "../net/keys.svelte";
import { inOrder, merged, openSeats } from "./cards";

const REST_MS = 20_000;
const SHOWN = 8;

interface Lists {
  /** Undefined until they have come for the first time. */
  mine: TableCard[] | undefined;
  /** Others' tables: with a free seat, running, finished. */
  open: TableCard[];
  live: TableCard[];
  finished: TableCard[];
  trouble: unknown;
}

/** The tables the lobby shows; they are fetched anew now and then and whenever one comes back to the page. */
export class Tables {
  lists: Lists = $state.raw({ mine: undefined, open: [], live: [], finished: [], trouble: null });
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Fetch, and go on doing so until the page is left. */
  watch(): () => void {
    const again = (): void => {
      if (!document.hidden) void this.refresh();
    };
    again();
    this.#timer = setInterval(again, REST_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(this.#timer);
      document.removeEventListener("visibilitychange", again);
    };
  }

  /** Fetch all lists. */
  async refresh(): Promise<void> {
    try {
      const [mine, waiting, live, finished] = await Promise.all([
        myTables(),
        api.tables("waiting"),
        api.tables("live"),
        api.tables("finished"),
      ]);
      const foreign = (cards: TableCard[]): TableCard[] => othersTables(cards, mine).slice(0, SHOWN);
      const seeks = (card: TableCard): boolean => openSeats(card).length > 0;
      this.lists = {
        mine,
        open: foreign([...waiting, ...live].filter(seeks)),
        live: foreign(live.filter((card) => !seeks(card))),
        finished: foreign(finished),
        trouble: null,
      };
    } catch (error) {
      this.lists = { ...this.lists, trouble: error };
    }
  }
}

async function myTables(): Promise<TableCard[]> {
  const tokens = keys.filter((key) => key.seat !== "").map((key) => key.token);
  const [here, elsewhere] = await Promise.all([
    tokens.length ? api.cards(tokens) : Promise.resolve([]),
    account.session ? kept() : Promise.resolve([]),
  ]);
  return merged(here, elsewhere);
}

/** The tables kept with the account; a session that has ended is forgotten. */
async function kept(): Promise<TableCard[]> {
  try {
    return await api.mine();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    useAccount("", "");
    return [];
  }
}

function othersTables(cards: TableCard[], mine: TableCard[]): TableCard[] {
  const own = new Set(mine.map((card) => card.table.id));
  return cards.filter((card) => !own.has(card.table.id)).sort(inOrder);
}
