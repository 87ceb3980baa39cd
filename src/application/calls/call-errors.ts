import type { CallService } from "../../domain/call-service";
import { type ApiError, badRequest } from "../../domain/errors";
import type { CallFailure } from "../ports/call-provider";

/** The operator set up no account at the service. */
export const notConfigured = ({ title }: Pick<CallService, "title">): ApiError =>
  badRequest(`${title} credentials have not been configured`);

/** What a caller is told of a failure at a provider. */
export const callError = ({ title }: CallService, failure: CallFailure): ApiError => {
  switch (failure.kind) {
    case "no_token":
      return { code: "INVALID_VIDEO_CALL_PROVIDER_TOKEN", message: `Invalid ${title} access token` };
    case "unknown_user":
      return { code: "UNKNOWN_ZOOM_USER", message: `Unknown ${title} user email` };
    case "credentials":
      return badRequest(`Invalid ${title} credentials`);
    case "unreachable":
      return badRequest(`Error connecting to the ${title} server: ${failure.reason}`);
    case "refused_signature":
      return badRequest(`Error authenticating to the ${title} server`);
    case "unexpected":
      return badRequest(`${title} server returned an unexpected error: ${failure.status}`);
    case "failed":
      return badRequest(`Failed to create ${title} call`);
  }
};
