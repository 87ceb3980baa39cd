import { endpointTrials } from "./trials";
import { triedServer } from "./tried-server";

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
  for (const { subjects, caller } of endpointTrials)
    for (const { name: parameter, usual } of subjects) {
      if (usual === undefined) continue;
      const tried = await triedServer(report);
      const { status, text } = await tried.answer(usual(tried.server), caller !== "anyone");
      const isRefused = status >= 400 || /"result":"error"/.test(text);
      reached.push({ parameter, refusal: isRefused ? `${status} ${text.trim()}` : undefined });
      await tried.stop();
    }
  return reached;
};
