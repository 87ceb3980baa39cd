import { type Client, startServer, type TestServer } from "../http-application";
import { live } from "./life";

type WireEvent = Readonly<Record<string, unknown>>;

/** What the clients of several people got while everything happened that there are events for. */
export interface Heard {
  readonly registrations: readonly WireEvent[];
  /** By their type and, where they have one, their `op`. */
  readonly events: ReadonlyMap<string, readonly WireEvent[]>;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** The lists and maps in registrations that have nothing in any of them: nothing of those was read. */
export const emptyEverywhere = (registrations: readonly object[], fields: object): readonly string[] =>
  Object.keys(fields).filter((name) => registrations.every((one) => isEmpty((one as WireEvent)[name])));

const nameOf = ({ type, op }: WireEvent): string => (op === undefined ? `${type}` : `${type} ${op}`);

/** Push notifications go nowhere, but can be registered for. */
export const startFullServer = (): Promise<TestServer> =>
  startServer({
    settings: { PARLEY_PUSH: "record", PARLEY_PUSH_REGISTRATION_KEY: `${"A".repeat(43)}=` },
  });

/** Has everything happen on a server, with clients that register as told. */
export const hearEverything = async (server: TestServer, registration: object): Promise<Heard> => {
  const { owner } = server;
  const [ben, gus] = [await server.newMember("Ben"), await server.newMember("Gus")];
  await owner.patch(`/users/${gus.id}`, { role: 600 });
  const register = async (client: Client) => (await client.post("/register", registration)).body;
  const eventsOf = async (client: Client, { queue_id, last_event_id }: WireEvent) =>
    (await client.get("/events", { queue_id, last_event_id, dont_block: true })).body.events;

  const people = [owner, ben, gus];
  const before = await Promise.all(people.map(register));
  await live({ server, ben, gus });
  const after = await Promise.all(people.map(register));
  // Nothing of this is for the guest, whose client moves on by a heartbeat.
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
