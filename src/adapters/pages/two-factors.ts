import { isLeft } from "fp-ts/Either";
import type { Bound } from "../../application/bind-use-cases";
import { twoFactorsPath } from "../../application/links/two-factors-path";
import { findConfirmationMethod } from "../../application/login/shared/find-confirmation-method";
import { addApp } from "../../application/second-factors/add-app";
import { addPasskey } from "../../application/second-factors/add-passkey";
import { beginApp } from "../../application/second-factors/begin-app";
import { beginPasskey } from "../../application/second-factors/begin-passkey";
import { removeFactor } from "../../application/second-factors/remove-factor";
import { renewRecoveryCodes } from "../../application/second-factors/renew-recovery-codes";
import { resumeApp } from "../../application/second-factors/resume-app";
import { openSession } from "../../application/sessions/open-session";
import type { ApiError } from "../../domain/errors";
import { callerOf, confirmationIn, problemOf, type SignedInContext, signedInForSetUp } from "./account-view";
import { type PageAnswer, problemPage, realmPage } from "./page";
import { appPage, codesPage, factorsUseCases, passkeyPage, showFactors } from "./two-factors-view";

/** The page where users manage their second factors. */
export const twoFactorsPage = realmPage({
  at: twoFactorsPath,
  use: factorsUseCases,
  get: signedInForSetUp((useCases, context) => showFactors(useCases, context)),
});

/**
 * The first factor ends everything that began with the password alone, this session included: the browser gets a new
 * one, along with the recovery codes.
 */
const afterAdding = async (
  { openSession: open }: { readonly openSession: Bound<typeof openSession> },
  context: SignedInContext,
  codes: readonly string[] | undefined,
): Promise<PageAnswer> => {
  if (codes === undefined) return { do: "go", to: twoFactorsPath };
  const { state, signedIn, browser, remoteAddress } = context;
  const from = { name: browser, remoteAddress, isByLink: true, hasBoth: true } as const;
  const opened = await open(state.realm.id, signedIn.user.id, from)();
  return isLeft(opened) ? problemPage(opened.left) : codesPage(codes, opened.right);
};

const appUse = { addApp, beginApp, findConfirmationMethod, openSession, resumeApp };

/** Sets up an app that shows codes. */
export const twoFactorsAppPage = realmPage({
  at: `${twoFactorsPath}/app`,
  use: appUse,
  get: signedInForSetUp(async ({ beginApp, findConfirmationMethod }, context) => {
    const begun = await beginApp(callerOf(context))();
    return isLeft(begun)
      ? problemPage(begun.left)
      : appPage(context, begun.right, await findConfirmationMethod(callerOf(context)));
  }),
  post: signedInForSetUp(async (useCases, context) => {
    const { token = "", code = "" } = context.form;
    const caller = callerOf(context);
    const added = await useCases.addApp(caller, { token, code }, confirmationIn(context))();
    if (!isLeft(added)) return afterAdding(useCases, context, added.right);
    const again = await useCases.resumeApp(caller, token)();
    if (isLeft(again)) return problemPage(again.left);
    return appPage(
      context,
      again.right,
      await useCases.findConfirmationMethod(caller),
      problemOf(added.left),
    );
  }),
});

const passkeyUse = { addPasskey, beginPasskey, findConfirmationMethod, openSession };

const askForPasskey = async (
  {
    beginPasskey,
    findConfirmationMethod,
  }: Pick<Bound<typeof passkeyUse>, "beginPasskey" | "findConfirmationMethod">,
  context: SignedInContext,
  problem?: ApiError,
): Promise<PageAnswer> => {
  const begun = await beginPasskey(callerOf(context))();
  if (isLeft(begun)) return problemPage(begun.left);
  const way = await findConfirmationMethod(callerOf(context));
  return passkeyPage(context, begun.right, way, problem && problemOf(problem));
};

/** Sets up a passkey. */
export const twoFactorsPasskeyPage = realmPage({
  at: `${twoFactorsPath}/passkey`,
  use: passkeyUse,
  get: signedInForSetUp((useCases, context) => askForPasskey(useCases, context)),
  post: signedInForSetUp(async (useCases, context) => {
    const { token = "", passkey: answer = "", name = "" } = context.form;
    const shown = { token, answer, name };
    const added = await useCases.addPasskey(callerOf(context), shown, confirmationIn(context))();
    if (isLeft(added)) return askForPasskey(useCases, context, added.left);
    return afterAdding(useCases, context, added.right);
  }),
});

/** Removes a second factor. */
export const twoFactorsRemovalPage = realmPage({
  at: `${twoFactorsPath}/remove`,
  use: { ...factorsUseCases, removeFactor },
  post: signedInForSetUp(async (useCases, context) => {
    const { id = "" } = context.form;
    const removed = await useCases.removeFactor(callerOf(context), id, confirmationIn(context))();
    return isLeft(removed)
      ? showFactors(useCases, context, problemOf(removed.left))
      : { do: "go", to: twoFactorsPath };
  }),
});

/** Makes new recovery codes, which are shown once. */
export const recoveryCodesPage = realmPage({
  at: `${twoFactorsPath}/codes`,
  use: { ...factorsUseCases, renewRecoveryCodes },
  post: signedInForSetUp(async (useCases, context) => {
    const codes = await useCases.renewRecoveryCodes(callerOf(context), confirmationIn(context))();
    return isLeft(codes) ? showFactors(useCases, context, problemOf(codes.left)) : codesPage(codes.right);
  }),
});
