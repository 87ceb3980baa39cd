import type { CallService } from "../../../domain/calls/call-service";
import {
  type CallError,
  callFailed,
  callServerUnreachable,
  callSignatureRefused,
  invalidCallCredentials,
  invalidCallToken,
  unexpectedCallStatus,
  unknownCallUser,
} from "../../../domain/calls/refusals";
import type { CallFailure } from "../../ports/calls/call-provider";

/** The refusal that a caller gets for a failure at a provider. */
export const callRefusal = ({ title }: CallService, failure: CallFailure): CallError => {
  switch (failure.kind) {
    case "no_token":
      return invalidCallToken(title);
    case "unknown_user":
      return unknownCallUser(title);
    case "credentials":
      return invalidCallCredentials(title);
    case "unreachable":
      return callServerUnreachable(title, failure.reason);
    case "refused_signature":
      return callSignatureRefused(title);
    case "unexpected":
      return unexpectedCallStatus(title, failure.status);
    case "failed":
      return callFailed(title);
  }
};
