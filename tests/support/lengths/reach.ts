import type { FuzzedServer } from "../fuzz/fuzzed-server";
import type { FuzzedRequest } from "../fuzz/requests";
import { endpointTrials } from "./trials";
import { type TriedServer, triedServer } from "./tried-server";

/** A parameter that takes text, and how its request with ordinary values was answered. */
interface Reached {
  readonly parameter: string;
  /** Undefined for a success. */
  readonly refusal: string | undefined;
}

/** Sends one request for each parameter that takes text, with an ordinary value for it and for those it needs. */
export const reachParameters = async (): Promise<readonly Reached[]> => {
  const reached: Reached[] = [];
  const report = (error: unknown) => {
    throw error;
  };
  let tried: TriedServer | undefined;
  const attempt = async (usual: (server: FuzzedServer) => FuzzedRequest, isKnown: boolean) => {
    tried ??= await triedServer(report);
    const { status, text } = await tried.answer(usual(tried.server), isKnown);
    return status < 400 && !text.includes('"result":"error"') ? undefined : `${status} ${text.trim()}`;
  };
  const renew = async () => {
    await tried?.stop();
    tried = undefined;
  };
  for (const { subjects, caller } of endpointTrials)
    for (const { name: parameter, usual } of subjects) {
      if (usual === undefined) continue;
      let refusal = await attempt(usual, caller !== "anyone");
      // An earlier request may have made or removed the same thing.
      if (refusal !== undefined) {
        await renew();
        refusal = await attempt(usual, caller !== "anyone");
      }
      reached.push({ parameter, refusal });
    }
  await renew();
  return reached;
};
