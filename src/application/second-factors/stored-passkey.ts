import { isRight } from "fp-ts/Either";
import * as t from "io-ts";
import { entity, listOf } from "../../domain/codec";
import type { Realm } from "../../domain/realm";
import type { SecondFactor } from "../../domain/second-factor";
import type { Passkey, PasskeySite } from "../ports/passkeys";
import type { Seals } from "../ports/seals";
import { type LinkPorts, linkTo } from "../realm-links";

const passkeyCodec = entity<Passkey>({
  credentialId: t.string,
  publicKey: t.string,
  transports: listOf(t.string),
});

/** A passkey with the factor that it is. */
interface StoredPasskey extends Passkey {
  readonly factorId: string;
  readonly counter: number;
}

export const sealPasskey = (seals: Seals, passkey: Passkey): string => seals.seal(JSON.stringify(passkey));

/** The passkeys among a user's factors, as far as this server sealed them. */
export const passkeysAmong = (seals: Seals, factors: readonly SecondFactor[]): readonly StoredPasskey[] =>
  factors.flatMap(({ id, kind, sealed, counter }) => {
    const text = kind === "passkey" ? seals.openIfOurs(sealed) : undefined;
    const read = text === undefined ? undefined : passkeyCodec.decode(JSON.parse(text));
    return read && isRight(read) ? [{ ...read.right, factorId: id, counter }] : [];
  });

/** The site that a realm's passkeys are for. */
export const siteOf = (ports: Pick<LinkPorts, "siteUrl">, realm: Realm): PasskeySite => ({
  origin: new URL(linkTo(ports, realm)).origin,
  name: realm.name,
});
