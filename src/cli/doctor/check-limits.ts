import { redisCounts } from "../../adapters/security/redis-counts";
import { withTimeout } from "../../application/with-timeout";
import { broken, type Finding, fine, reasonOf } from "./finding";

const patience = 10_000;

/** Whether Redis can count calls, if one is configured. */
export const checkLimits = async (redisUrl: string | undefined): Promise<readonly Finding[]> => {
  if (redisUrl === undefined) return [];
  let problem = "";
  const counts = redisCounts(redisUrl, "parley.doctor", (error) => {
    problem ||= reasonOf(error);
  });
  try {
    await withTimeout("no answer", patience, counts.add(new Map([["doctor", 1]])));
    return [fine("Limits", "Redis counts calls across all nodes")];
  } catch (error) {
    return [
      broken(
        "Limits",
        `Redis doesn't count calls: ${problem || reasonOf(error)}. Until it does, each node counts by itself`,
      ),
    ];
  } finally {
    await counts.close();
  }
};
