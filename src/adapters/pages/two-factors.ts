import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../application/api-error";
import type { Bound } from "../../application/bind-use-cases";
import { twoFactorsPath } from "../../application/links/two-factors-path";
import { findConfirmationMethod } from "../../application/login/shared/find-confirmation-method";
import { addApp } from "../../application/second-factors/add-app";
import { addPasskey } from "../../application/second-factors/add-passkey";
import { type AppSetUp, beginApp } from "../../application/second-factors/begin-app";
import { beginPasskey } from "../../application/second-factors/begin-passkey";
import { removeFactor } from "../../application/second-factors/remove-factor";
import { renewRecoveryCodes } from "../../application/second-factors/renew-recovery-codes";
import { resumeApp } from "../../application/second-factors/resume-app";
import { openSession } from "../../application/sessions/open-session";
import { callerOf, confirmationIn, type SignedInContext, signedInForSetUp } from "./account-view";
import { type PageAnswer, type Problem, problemOf, realmPage } from "./page";
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
const afterAdding = (
  { openSession: open }: { readonly openSession: Bound<typeof openSession> },
  context: SignedInContext,
  codes: readonly string[] | undefined,
): TaskEither<ApiError, PageAnswer> => {
  if (codes === undefined) return TE.right({ do: "go", to: twoFactorsPath });
  const { state, signedIn, browser, remoteAddress } = context;
  const from = { name: browser, remoteAddress, isByLink: true, hasBoth: true } as const;
  return pipe(
    open(state.realm.id, signedIn.user.id, from),
    TE.map((session) => codesPage(codes, session)),
  );
};

const appUse = { addApp, beginApp, findConfirmationMethod, openSession, resumeApp };

const askForCode = (
  { findConfirmationMethod }: Pick<Bound<typeof appUse>, "findConfirmationMethod">,
  context: SignedInContext,
  begun: TaskEither<ApiError, AppSetUp>,
  problem?: Problem,
): TaskEither<ApiError, PageAnswer> =>
  pipe(
    TE.Do,
    TE.bind("setUp", () => begun),
    TE.bind("way", () => TE.fromTask(() => findConfirmationMethod(callerOf(context)))),
    TE.chainTaskK(
      ({ setUp, way }) =>
        () =>
          appPage(context, setUp, way, problem),
    ),
  );

/** Sets up an app that shows codes. */
export const twoFactorsAppPage = realmPage({
  at: `${twoFactorsPath}/app`,
  use: appUse,
  get: signedInForSetUp((useCases, context) =>
    askForCode(useCases, context, useCases.beginApp(callerOf(context))),
  ),
  post: signedInForSetUp((useCases, context) => {
    const { token = "", code = "" } = context.form;
    const caller = callerOf(context);
    return pipe(
      useCases.addApp(caller, { token, code }, confirmationIn(context)),
      TE.matchE(
        (error) => askForCode(useCases, context, useCases.resumeApp(caller, token), problemOf(error)),
        (codes) => afterAdding(useCases, context, codes),
      ),
    );
  }),
});

const passkeyUse = { addPasskey, beginPasskey, findConfirmationMethod, openSession };

const askForPasskey = (
  {
    beginPasskey,
    findConfirmationMethod,
  }: Pick<Bound<typeof passkeyUse>, "beginPasskey" | "findConfirmationMethod">,
  context: SignedInContext,
  problem?: Problem,
): TaskEither<ApiError, PageAnswer> =>
  pipe(
    TE.Do,
    TE.bind("begun", () => beginPasskey(callerOf(context))),
    TE.bind("way", () => TE.fromTask(() => findConfirmationMethod(callerOf(context)))),
    TE.map(({ begun, way }) => passkeyPage(context, begun, way, problem)),
  );

/** Sets up a passkey. */
export const twoFactorsPasskeyPage = realmPage({
  at: `${twoFactorsPath}/passkey`,
  use: passkeyUse,
  get: signedInForSetUp((useCases, context) => askForPasskey(useCases, context)),
  post: signedInForSetUp((useCases, context) => {
    const { token = "", passkey: answer = "", name = "" } = context.form;
    const shown = { token, answer, name };
    return pipe(
      useCases.addPasskey(callerOf(context), shown, confirmationIn(context)),
      TE.matchE(
        (error) => askForPasskey(useCases, context, problemOf(error)),
        (codes) => afterAdding(useCases, context, codes),
      ),
    );
  }),
});

/** Removes a second factor. */
export const twoFactorsRemovalPage = realmPage({
  at: `${twoFactorsPath}/remove`,
  use: { ...factorsUseCases, removeFactor },
  post: signedInForSetUp((useCases, context) => {
    const { id = "" } = context.form;
    return pipe(
      useCases.removeFactor(callerOf(context), id, confirmationIn(context)),
      TE.matchE(
        (error) => showFactors(useCases, context, problemOf(error)),
        () => TE.right({ do: "go", to: twoFactorsPath }),
      ),
    );
  }),
});

/** Makes new recovery codes, which are shown once. */
export const recoveryCodesPage = realmPage({
  at: `${twoFactorsPath}/codes`,
  use: { ...factorsUseCases, renewRecoveryCodes },
  post: signedInForSetUp((useCases, context) =>
    pipe(
      useCases.renewRecoveryCodes(callerOf(context), confirmationIn(context)),
      TE.matchE(
        (error) => showFactors(useCases, context, problemOf(error)),
        (codes) => TE.right(codesPage(codes)),
      ),
    ),
  ),
});
