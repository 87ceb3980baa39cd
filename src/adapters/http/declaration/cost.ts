import type { RawParameters } from "../../zulip-wire/codecs/parameter";
import type { EndpointCost } from "./cost-limits";
import type { AnyEndpoint } from "./endpoint";

/** The cost class of an endpoint: declared, or the usual one of its kind. */
export const costOf = (declared: AnyEndpoint): EndpointCost => {
  if (declared.cost !== undefined) return declared.cost;
  if (declared.caller === "user" && declared.takesFile)
    return declared.takesFile.to === "store" ? "upload" : "picture";
  if (declared.caller === "anyone") return "anonymous";
  return declared.method === "get" ? "read" : "write";
};

/** JSON may write any letter as an escape. */
const withoutEscapes = (json: string): string =>
  json.replace(/\\u00([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Whether the types are those that most bots fetch: none, or only the id of the newest message. */
const isMinimal = (eventTypes: string | undefined): boolean =>
  eventTypes !== undefined && /^\s*\[\s*("message"\s*)?\]\s*$/.test(eventTypes);

/** The types that `register` fetches are those of the queue, unless it names others. */
const fetchesMinimalState = (parameters: RawParameters): boolean =>
  isMinimal(parameters.get("fetch_event_types") ?? parameters.get("event_types"));

/** How many entries a list or object in JSON has, if these may be more than `most`. */
const entriesIn = (json: string, most: number): number => {
  if (json.length <= 2 * most) return 0;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
  } catch {
    // The endpoint refuses it.
    return 0;
  }
};

const hasLongList = ({ bulkBeyond = {} }: AnyEndpoint, parametersOf: () => RawParameters): boolean =>
  Object.entries<number | undefined>(bulkBeyond).some(
    ([name, most]) => most !== undefined && entriesIn(parametersOf().get(name) ?? "", most) > most,
  );

/**
 * The cost class of an actual request: a term that no index may find soon makes a narrow costly, moving a whole topic makes an
 * edit costly, a long list makes some changes costly, and a queue without an initial state is cheap.
 */
export const costOfRequest = (declared: AnyEndpoint, parametersOf: () => RawParameters): EndpointCost => {
  const { params } = declared;
  if (declared.cost === "register") return fetchesMinimalState(parametersOf()) ? "queue" : "register";
  const narrow = "narrow" in params ? parametersOf().get("narrow") : undefined;
  if (narrow !== undefined && /"-?(?:search|has)"/.test(withoutEscapes(narrow))) return "search";
  if (hasLongList(declared, parametersOf)) return "bulk";
  const mode = "propagate_mode" in params ? parametersOf().get("propagate_mode") : undefined;
  return mode === undefined || mode === "change_one" ? costOf(declared) : "bulk";
};
