import * as E from "fp-ts/Either";
import { entity } from "../../domain/codec/codec";
import { type ProfileFieldId, profileFieldIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import { byServer } from "../caller";
import { afterMinutes, type JobHandler } from "../jobs/job-handler";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { valuesToRemove } from "./internal/values-to-remove";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

interface FieldToEmpty {
  readonly fieldId: ProfileFieldId;
}

/** Removes the values of a removed field, or of removed choices, that were too many for one commit. */
export const emptyProfileFieldJob = (fieldId: ProfileFieldId, dueAt: number): NewJob => ({
  kind: "empty_profile_field",
  key: `${fieldId}`,
  payload: { fieldId } satisfies FieldToEmpty,
  dueAt,
});

/** Removes a slice of them, and leaves the others to the next job. */
export const emptyProfileField = ({ inTransaction, clock }: Ports): JobHandler<FieldToEmpty> => ({
  payload: entity<FieldToEmpty>({ fieldId: profileFieldIdCodec }),
  atOnce: 2,
  delayAfter: afterMinutes([1, 5, 15, 60]),
  run: async ({ realmId, payload: { fieldId } }) => {
    const outcome = await inTransaction(byServer(realmId), async (tx) => {
      const fields = tx.state.profileFields;
      const field = fields.find(({ id }) => id === fieldId);
      const { userIds, areAll } = valuesToRemove(tx.state, fieldId, field);
      if (field !== undefined)
        for (const userId of userIds)
          tx.append({ type: "profile_values_changed", userId, values: { [fieldId]: null } });
      else if (userIds.length > 0)
        tx.append({ type: "profile_fields_set", fields, removedIds: [fieldId], ofUsers: userIds });
      return E.right(areAll);
    });
    return { kind: "done", next: E.toUnion(outcome) ? [] : [emptyProfileFieldJob(fieldId, clock.now())] };
  },
});
