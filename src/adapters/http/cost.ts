import type { Given } from "./codecs/parameter";
import type { EndpointCost } from "./cost-limits";
import type { AnyEndpoint } from "./endpoint";

/** What a request of this endpoint costs: as declared, or what its kind usually does. */
export const costOf = (declared: AnyEndpoint): EndpointCost => {
  if (declared.cost !== undefined) return declared.cost;
  if (declared.caller === "user" && declared.takesFile)
    return declared.takesFile.to === "store" ? "upload" : "picture";
  if (declared.caller === "anyone") return "anonymous";
  return declared.method === "get" ? "read" : "write";
};

/** The same, of what is really asked: words that are searched for make a narrow costly, a whole topic makes a move so. */
export const costOfRequest = (declared: AnyEndpoint, givenIn: () => Given): EndpointCost => {
  const { params } = declared;
  const isSearch =
    "narrow" in params && declared.cost !== "register" && givenIn().get("narrow")?.includes('"search"');
  if (isSearch) return "search";
  const mode = "propagate_mode" in params ? givenIn().get("propagate_mode") : undefined;
  return mode === undefined || mode === "change_one" ? costOf(declared) : "bulk";
};
