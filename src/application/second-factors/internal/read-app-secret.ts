import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused } from "../../../domain/errors";
import type { Caller } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import { isLinkExpired, readLink } from "../../links/realm-links";
import type { ConfirmationPorts } from "../../login/shared/confirm-identity";
import type { RandomTokens } from "../../ports/system/random-tokens";

interface Ports extends ConfirmationPorts {
  readonly directory: RealmDirectory;
  readonly tokens: RandomTokens;
}

export const readAppSecret = (
  ports: Ports,
  { realmId, userId }: Caller,
  token: string,
): Either<ApiError, string> => {
  const read = readLink(ports, "app_set_up", realmId, token);
  if (isLeft(read)) return read;
  if (read.right.user !== userId) return left(linkRefused("unknown"));
  return isLinkExpired(read.right, ports.clock.now())
    ? left(linkRefused("expired"))
    : right(String(read.right.secret));
};
