import zulip from "zulip-js";

/** The server's response, as zulip-js returns it. */
export type Answer = Readonly<Record<string, unknown>>;

type Call = (parameters?: unknown) => Promise<Answer>;

/** All of zulip-js; the package has no types. */
export interface ZulipJs {
  readonly config: { readonly username: string; readonly apiKey: string };
  callEndpoint(path: string, method?: string, parameters?: object): Promise<Answer>;
  /** Never ends. */
  callOnEachEvent(callback: (event: Answer) => void, eventTypes: readonly string[]): Promise<never>;
  readonly accounts: { retrieve: Call };
  readonly streams: {
    retrieve: Call;
    getStreamId: Call;
    readonly subscriptions: { retrieve: Call };
    readonly topics: { retrieve: Call };
    deleteById: Call;
  };
  readonly messages: {
    retrieve: Call;
    send: Call;
    render: Call;
    update: Call;
    readonly flags: { add: Call; remove: Call };
    getById: Call;
    getHistoryById: Call;
    deleteReactionById: Call;
    deleteById: Call;
  };
  readonly queues: { register: Call; deregister: Call };
  readonly events: { retrieve: Call };
  readonly users: {
    retrieve: Call;
    create: Call;
    readonly me: {
      readonly pointer: { retrieve: Call; update: Call };
      getProfile: Call;
      readonly subscriptions: { add: Call; remove: Call };
      readonly alertWords: { retrieve: Call };
    };
  };
  readonly emojis: { retrieve: Call };
  readonly typing: { send: Call };
  readonly reactions: { add: Call; remove: Call };
  readonly server: { settings: Call };
  readonly filters: { retrieve: Call };
}

/** `realm` with `username` and `password` or `apiKey`, or the path of a `zuliprc`. */
export const connect = async (config: object): Promise<ZulipJs> => (await zulip(config)) as ZulipJs;

/** The names of all functions in an object and its members: `messages.flags.add`. */
export const callsOf = (client: object, prefix = ""): readonly string[] =>
  Object.entries(client).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "function") return [`${prefix}${name}`];
    return typeof value === "object" && value !== null ? callsOf(value, `${prefix}${name}.`) : [];
  });
