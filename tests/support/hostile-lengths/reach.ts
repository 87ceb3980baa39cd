import type { FuzzedServer } from "../fuzz/fuzzed-server";
import type { FuzzedRequest } from "../fuzz/requests";
import { endpointTrials } from "./trials";
import { triedServer } from "./tried-server";

/** A parameter that takes text, and how its request with ordinary values was answered. */
interface Reached {
  readonly parameter: string;
  /** Undefined for a success. */
  readonly refusal: string | undefined;
}

interface Wanted {
  readonly parameter: string;
  readonly isKnown: boolean;
  readonly usual: (server: FuzzedServer) => FuzzedRequest;
}

const wanted: readonly Wanted[] = endpointTrials.flatMap(({ subjects, caller }) =>
  subjects.flatMap(({ name, usual }) =>
    usual === undefined ? [] : [{ parameter: name, isKnown: caller !== "anyone", usual }],
  ),
);

/** Sends these requests to a new server, one after the other. */
const answersTo = async (requests: readonly Wanted[]): Promise<readonly Reached[]> => {
  const tried = await triedServer((error) => {
    throw error;
  });
  const reached: Reached[] = [];
  for (const { parameter, usual, isKnown } of requests) {
    const { status, text } = await tried.answer(usual(tried.server), isKnown);
    const isSuccess = status < 400 && !text.includes('"result":"error"');
    reached.push({ parameter, refusal: isSuccess ? undefined : `${status} ${text.trim()}` });
  }
  await tried.stop();
  return reached;
};

/** Sends one request for each parameter that takes text, with an ordinary value for it and for those it needs. */
export const reachParameters = async (): Promise<readonly Reached[]> => {
  const last = new Map<string, Reached>();
  const refusedOf = async (requests: readonly Wanted[]): Promise<readonly Wanted[]> => {
    for (const reached of await answersTo(requests)) last.set(reached.parameter, reached);
    return requests.filter(({ parameter }) => last.get(parameter)?.refusal !== undefined);
  };
  // An earlier request may have made or removed the same thing.
  let before = wanted;
  let refused = await refusedOf(before);
  while (refused.length < before.length) {
    before = refused;
    refused = await refusedOf(before);
  }
  for (const alone of refused) await refusedOf([alone]);
  return [...last.values()];
};
