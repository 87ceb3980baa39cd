import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { entity } from "../../domain/codec/codec";
import { userIdCodec } from "../../domain/ids";
import { byServer } from "../caller";
import { afterMinutes, type JobHandler } from "../jobs/job-handler";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import {
  appendRest,
  type DeactivationActions,
  type RestOfDeactivation,
  restJob,
} from "./shared/deactivation";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

const actionsCodec = entity<DeactivationActions>({
  deleteProfile: t.boolean,
  deletePublicChannelMessages: t.boolean,
  deletePrivateChannelMessages: t.boolean,
  deleteDirectMessages: t.boolean,
});

/** Deactivates a slice of the bots that an ended request left, and leaves the others to the next job. */
export const completeDeactivation = ({ inTransaction, clock }: Ports): JobHandler<RestOfDeactivation> => ({
  payload: entity<RestOfDeactivation>({ ownerId: userIdCodec, actions: actionsCodec }),
  atOnce: 2,
  delayAfter: afterMinutes([1, 5, 15, 60]),
  run: async ({ realmId, payload }) => {
    const outcome = await inTransaction(byServer(realmId), async (tx) =>
      E.right(await appendRest(tx, payload)),
    );
    return { kind: "done", next: E.toUnion(outcome) ? [] : [restJob(payload, clock.now())] };
  },
});
