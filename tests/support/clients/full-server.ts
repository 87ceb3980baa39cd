import { type Client, startServer, type TestServer } from "../http/http-application";
import { playScenario } from "./scenario";

type WireEvent = Readonly<Record<string, unknown>>;

/** What several users' clients received while every kind of event happened. */
export interface ReceivedData {
  readonly registrations: readonly WireEvent[];
  /** By their type and `op`, if they have one. */
  readonly events: ReadonlyMap<string, readonly WireEvent[]>;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Lists and maps that were empty in every registration, so that no entry of them was read. */
export const emptyEverywhere = (registrations: readonly object[], fields: object): readonly string[] =>
  Object.keys(fields).filter((name) => registrations.every((one) => isEmpty((one as WireEvent)[name])));

const nameOf = ({ type, op }: WireEvent): string => (op === undefined ? `${type}` : `${type} ${op}`);

/** Push notifications go nowhere, but devices can register for them. */
export const startFullServer = (): Promise<TestServer> =>
  startServer({
    settings: { PARLEY_PUSH: "record", PARLEY_PUSH_REGISTRATION_KEY: `${"A".repeat(43)}=` },
  });

/** Makes everything happen on a server, with clients that register as given. */
export const receiveEverything = async (server: TestServer, registration: object): Promise<ReceivedData> => {
  const { owner } = server;
  const [ben, gus] = [await server.newMember("Ben"), await server.newMember("Gus")];
  await owner.patch(`/users/${gus.id}`, { role: 600 });
  const register = async (client: Client) => (await client.post("/register", registration)).body;
  const eventsOf = async (client: Client, { queue_id, last_event_id }: WireEvent) =>
    (await client.get("/events", { queue_id, last_event_id, dont_block: true })).body.events;

  const people = [owner, ben, gus];
  const before = await Promise.all(people.map(register));
  await playScenario({ server, ben, gus });
  const after = await Promise.all(people.map(register));
  // None of this is for the guest, whose client advances by a heartbeat.
  const bot = (await owner.post("/bots", { full_name: "Quiet", short_name: "quiet" })).body.user_id;
  const quiet = await register(gus);
  await owner.patch(`/bots/${bot}`, { default_sending_stream: "general" });

  const heard = await Promise.all([
    ...people.map((client, index) => eventsOf(client, before[index])),
    eventsOf(gus, quiet),
  ]);
  const events = new Map<string, readonly WireEvent[]>();
  for (const event of heard.flat()) events.set(nameOf(event), [...(events.get(nameOf(event)) ?? []), event]);
  return { registrations: [...before, ...after], events };
};
