import * as t from "io-ts";
import { type Codec, entity, optional } from "../../../domain/codec/codec";
import {
  type InvitationId,
  invitationIdCodec,
  type RealmId,
  realmIdCodec,
  type UserId,
  userIdCodec,
} from "../../../domain/ids";

/** What a link is for, with the values in its token: a token for one purpose is invalid for another. */
export interface LinkContents {
  readonly invitation: { readonly realm: RealmId; readonly invitation: InvitationId };
  readonly sign_up: {
    readonly realm: RealmId;
    readonly email: string;
    readonly expiresAt: number;
    readonly invitation?: InvitationId;
    /** Set if a sign-on provider vouches for the address, with its own id for the person. */
    readonly provider?: string;
    readonly subject?: string;
  };
  readonly new_address: {
    readonly realm: RealmId;
    readonly user: UserId;
    readonly oldEmail: string;
    readonly newEmail: string;
    readonly proof: string;
    readonly expiresAt: number;
  };
  readonly reset_password: {
    readonly realm: RealmId;
    readonly user: UserId;
    readonly proof: string;
    readonly expiresAt: number;
  };
  readonly second_factor: {
    readonly realm: RealmId;
    readonly user: UserId;
    readonly proof: string;
    readonly expiresAt: number;
    /** For a passkey; absent if the user has none. */
    readonly challenge?: string;
  };
  readonly desktop_login: {
    readonly realm: RealmId;
    readonly user: UserId;
    readonly proof: string;
    readonly hasBoth: boolean;
    readonly expiresAt: number;
  };
  readonly app_set_up: {
    readonly realm: RealmId;
    readonly user: UserId;
    readonly secret: string;
    readonly expiresAt: number;
  };
  readonly passkey_set_up: {
    readonly realm: RealmId;
    readonly user: UserId;
    readonly challenge: string;
    readonly expiresAt: number;
  };
  readonly first_realm: object;
  readonly meeting: {
    readonly id: string;
    readonly name: string;
    readonly voiceOnly: boolean;
    readonly moderatorId: UserId;
  };
  readonly call_sign_on: {
    readonly realmId: RealmId;
    readonly subdomain: string;
    readonly userId: UserId;
    readonly path: string;
    readonly browserKey: string;
    readonly until: number;
  };
  readonly sign_on: {
    readonly realm: RealmId;
    readonly state: string;
    readonly nonce: string;
    readonly codeVerifier: string;
    readonly next: string;
    /** The key of a desktop or mobile app that waits for this login. */
    readonly desktop_flow_otp?: string;
    readonly mobile_flow_otp?: string;
  };
}

export type LinkPurpose = keyof LinkContents;

const ofUser = { realm: realmIdCodec, user: userIdCodec, expiresAt: t.number };

const codecs: { readonly [Purpose in LinkPurpose]: Codec<LinkContents[Purpose]> } = {
  invitation: entity<LinkContents["invitation"]>({ realm: realmIdCodec, invitation: invitationIdCodec }),
  sign_up: entity<LinkContents["sign_up"]>({
    realm: realmIdCodec,
    email: t.string,
    expiresAt: t.number,
    invitation: optional(invitationIdCodec),
    provider: optional(t.string),
    subject: optional(t.string),
  }),
  new_address: entity<LinkContents["new_address"]>({
    ...ofUser,
    oldEmail: t.string,
    newEmail: t.string,
    proof: t.string,
  }),
  reset_password: entity<LinkContents["reset_password"]>({ ...ofUser, proof: t.string }),
  second_factor: entity<LinkContents["second_factor"]>({
    ...ofUser,
    proof: t.string,
    challenge: optional(t.string),
  }),
  desktop_login: entity<LinkContents["desktop_login"]>({ ...ofUser, proof: t.string, hasBoth: t.boolean }),
  app_set_up: entity<LinkContents["app_set_up"]>({ ...ofUser, secret: t.string }),
  passkey_set_up: entity<LinkContents["passkey_set_up"]>({ ...ofUser, challenge: t.string }),
  first_realm: entity<object>({}),
  meeting: entity<LinkContents["meeting"]>({
    id: t.string,
    name: t.string,
    voiceOnly: t.boolean,
    moderatorId: userIdCodec,
  }),
  call_sign_on: entity<LinkContents["call_sign_on"]>({
    realmId: realmIdCodec,
    subdomain: t.string,
    userId: userIdCodec,
    path: t.string,
    browserKey: t.string,
    until: t.number,
  }),
  sign_on: entity<LinkContents["sign_on"]>({
    realm: realmIdCodec,
    state: t.string,
    nonce: t.string,
    codeVerifier: t.string,
    next: t.string,
    desktop_flow_otp: optional(t.string),
    mobile_flow_otp: optional(t.string),
  }),
};

/** The codec of a purpose's values. */
export const linkCodec = <Purpose extends LinkPurpose>(purpose: Purpose): Codec<LinkContents[Purpose]> =>
  codecs[purpose];
