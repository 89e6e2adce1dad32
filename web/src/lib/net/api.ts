import type {
  AnyCommand,
  AnyWord,
  ArmyFile,
  ArmyIndex,
  ArmyMade,
  ArmyOrder,
  ArmySheet,
  Branch,
  Created,
  Credentials,
  GameInfo,
  Gathering,
  Join,
  Joined,
  Me,
  NewTable,
  OddsForm,
  OddsQuestion,
  OddsTold,
  Position,
  Replay,
  RulesInfo,
  Scene,
  Session,
  TableCard,
  TableInfo,
  Trouble,
} from "../../generated/protocol";
import type { Texts } from "../i18n/format";
import { account } from "./keys.svelte";

const BASE = "/api";
const PATIENCE_MS = 30_000;

/** A request that failed; `trouble` says why in words that can be shown. Status 0: no server. */
export class ApiError extends Error {
  trouble: Trouble;
  status: number;

  constructor(status: number, trouble: Trouble) {
    super(`${status} ${trouble.code}`);
    this.name = "ApiError";
    this.status = status;
    this.trouble = trouble;
  }
}

interface Request {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  bytes?: Blob;
  /** Who asks; without one the account does. */
  token?: string;
  query?: Record<string, string | number | undefined>;
}

type Chosen = Readonly<Record<string, boolean | number | string>>;

/** A file from the server and the name it should have. */
export interface Download {
  name: string;
  content: Blob;
}

/** The HTTP interface of the server. */
export const api = {
  games: () => json<GameInfo[]>("/games"),
  words: (language: "en" | "de") => json<Texts>(`/words/${language}`),
  gameWords: (game: string, language: "en" | "de") => json<Texts>(`/games/${part(game)}/words/${language}`),
  rules: (game: string) => json<RulesInfo>(`/games/${part(game)}/rules`),
  scene: (game: string, scenario: string) =>
    json<Scene>(`/games/${part(game)}/scenarios/${part(scenario)}/scene`),

  odds: (game: string) => json<OddsForm[]>(`/games/${part(game)}/odds`),
  tellOdds: (game: string, question: OddsQuestion) =>
    json<OddsTold>(`/games/${part(game)}/odds`, { method: "POST", body: question }),

  armies: (game: string) => json<ArmyIndex>(`${desk(game)}`),
  armySheet: (game: string, army: unknown, options: Chosen = {}) =>
    json<ArmySheet>(`${desk(game)}/sheet`, { method: "POST", body: { army, options } }),
  makeArmy: (game: string, order: ArmyOrder) =>
    json<ArmyMade>(`${desk(game)}/quick`, { method: "POST", body: order }),
  readArmy: (game: string, text: string, file: string) =>
    json<ArmyMade>(`${desk(game)}/read`, { method: "POST", body: { text, file } }),
  writeArmy: (game: string, army: unknown) =>
    json<ArmyFile>(`${desk(game)}/write`, { method: "POST", body: { army } }),
  gatherArmies: (game: string, scenario: string, rosters: Record<string, unknown>, options: Chosen = {}) =>
    json<Gathering>(`${desk(game)}/gather`, { method: "POST", body: { scenario, rosters, options } }),
  /** Where a form that asks for a printed roster is sent. */
  printAddress: (game: string) => `${BASE}${desk(game)}/print`,

  create: (wish: NewTable) => json<Created>("/tables", { method: "POST", body: wish }),
  tables: (state?: TableInfo["state"], game?: string) =>
    json<TableCard[]>("/tables", { query: { state, game } }),
  cards: (tokens: readonly string[]) =>
    json<TableCard[]>("/tables/cards", { method: "POST", body: { tokens } }),
  mine: () => json<TableCard[]>("/mine"),
  join: (table: string, wish: Join) =>
    json<Joined>(`/tables/${part(table)}/join`, { method: "POST", body: wish }),
  position: (table: string, token = "") => json<Position>(`/tables/${part(table)}`, { token }),
  command: (table: string, token: string, command: AnyCommand) =>
    json<AnyWord>(`/tables/${part(table)}/do`, { method: "POST", body: command, token }),
  moment: (table: string, token: string, n: number, seat?: string) =>
    json<Scene>(`/tables/${part(table)}/moments/${n}`, { token, query: { seat } }),
  replay: (table: string, token = "", seat?: string) =>
    json<Replay>(`/tables/${part(table)}/replay`, { token, query: { seat } }),
  branch: (table: string, token: string, wish: Branch) =>
    json<Created>(`/tables/${part(table)}/branch`, { method: "POST", body: wish, token }),
  renewLink: (table: string, token: string, seat: string) =>
    json<Joined>(`/tables/${part(table)}/links/${part(seat)}`, { method: "POST", token }),
  importSave: (content: Blob, name = "") =>
    json<Created>("/tables/import", { method: "POST", bytes: content, query: { name: name || undefined } }),
  exportSave: (table: string, token = "") => download(`/tables/${part(table)}/export`, token),
  report: (table: string, token = "") => download(`/tables/${part(table)}/report`, token),

  register: (who: Credentials) => json<Session>("/accounts", { method: "POST", body: who }),
  login: (who: Credentials) => json<Session>("/sessions", { method: "POST", body: who }),
  logout: () => json<void>("/sessions", { method: "DELETE" }),
  me: () => json<Me>("/me"),
  changeMe: (me: Me) => json<Me>("/me", { method: "PUT", body: me }),
  keep: (tokens: readonly string[]) => json<TableCard[]>("/me/keep", { method: "POST", body: { tokens } }),
};

/** Hand a file to the browser's downloads. */
export function saveFile(file: Download): void {
  const address = URL.createObjectURL(file.content);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function json<T>(path: string, request: Request = {}): Promise<T> {
  const answer = await send(path, request);
  const text = await answer.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

async function download(path: string, token: string): Promise<Download> {
  const answer = await send(path, { token });
  const name = /filename="?([^";]+)"?/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { name: name ?? "walstatt.json", content: await answer.blob() };
}

async function send(path: string, request: Request): Promise<Response> {
  const answer = await reach(path, request);
  if (answer.ok) return answer;
  throw new ApiError(answer.status, await troubleOf(answer));
}

async function reach(path: string, request: Request): Promise<Response> {
  try {
    return await fetch(`${BASE}${path}${queryOf(request.query)}`, {
      method: request.method ?? "GET",
      headers: headersOf(request),
      body: request.bytes ?? (request.body === undefined ? null : JSON.stringify(request.body)),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    const code = error instanceof DOMException && error.name === "TimeoutError" ? "slow" : "offline";
    throw new ApiError(0, { code, text: { id: `shell.${code}`, args: {} } });
  }
}

function headersOf(request: Request): Record<string, string> {
  const token = request.token || account.session;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  if (request.bytes) headers["content-type"] = "application/octet-stream";
  else if (request.body !== undefined) headers["content-type"] = "application/json";
  return headers;
}

function queryOf(query: Request["query"] = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

async function troubleOf(answer: Response): Promise<Trouble> {
  try {
    const found = (await answer.json()) as Partial<Trouble> | null;
    if (found?.code && found.text?.id) return { ...found, code: found.code, text: found.text };
  } catch {
    // A proxy's error page is no JSON; the status says enough.
  }
  return { code: "unknown", text: { id: "shell.trouble", args: { status: answer.status } } };
}

function desk(game: string): string {
  return `/games/${part(game)}/armies`;
}

function part(text: string): string {
  return encodeURIComponent(text);
}
