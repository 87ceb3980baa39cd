import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { addView } from "../../../../application/navigation/add-view";
import { listViews } from "../../../../application/navigation/list-views";
import { removeView } from "../../../../application/navigation/remove-view";
import { updateView } from "../../../../application/navigation/update-view";
import { markOnboardingStepSeen } from "../../../../application/users/mark-onboarding-step-seen";
import { navigationViewLimits } from "../../../../domain/navigation/navigation-view";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { bool, count, either, json, textUpTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeNavigationView } from "../../../zulip-wire/encode/user-data";
import { done, endpoint } from "../../declaration/endpoint";

const fragment = textUpTo(navigationViewLimits.fragmentLength);
/** Some clients send null for a missing name. */
const name = either(json(t.null), textUpTo(navigationViewLimits.nameLength));

const listViewsEndpoint = endpoint({
  method: "get",
  at: "/navigation_views",
  caller: "user",
  summary: "List the views of the caller's sidebar",
  path: {},
  params: {},
  response: { navigation_views: { type: "array", items: { type: "object" } } },
  use: listViews,
  run: (listViews, { caller }) =>
    pipe(
      listViews(caller),
      TE.map((views) => ({ navigation_views: views.map(encodeNavigationView) })),
    ),
});

const addViewEndpoint = endpoint({
  method: "post",
  at: "/navigation_views",
  caller: "user",
  summary: "Add a view to the caller's sidebar",
  path: {},
  params: { fragment: required(fragment), is_pinned: required(bool), name: optional(name) },
  response: {},
  use: addView,
  run: (addView, { caller }, input) =>
    done(addView(caller, { fragment: input.fragment, isPinned: input.is_pinned, name: input.name ?? null })),
});

const updateViewEndpoint = endpoint({
  method: "patch",
  at: "/navigation_views/{+fragment}",
  caller: "user",
  summary: "Pin, unpin or rename a view of the caller's sidebar",
  path: { fragment: required(fragment) },
  params: { is_pinned: optional(bool), name: optional(name) },
  response: {},
  use: updateView,
  run: (updateView, { caller }, input) =>
    done(updateView(caller, input.fragment, { isPinned: input.is_pinned, name: input.name })),
});

const removeViewEndpoint = endpoint({
  method: "delete",
  at: "/navigation_views/{+fragment}",
  caller: "user",
  summary: "Remove a view from the caller's sidebar",
  path: { fragment: required(fragment) },
  params: {},
  response: {},
  use: removeView,
  run: (removeView, { caller }, input) => done(removeView(caller, input.fragment)),
});

const seeStepEndpoint = endpoint({
  method: "post",
  at: "/users/me/onboarding_steps",
  caller: "user",
  forPeopleOnly: true,
  summary: "Record that the caller has seen an explanation that clients show once",
  path: {},
  params: {
    onboarding_step: required(textUpTo(100)),
    // Ignored: the server has no navigation tour to postpone.
    schedule_navigation_tour_video_reminder_delay: optional(count),
  },
  response: {},
  use: markOnboardingStepSeen,
  run: (markOnboardingStepSeen, { caller }, { onboarding_step }) =>
    done(markOnboardingStepSeen(caller, onboarding_step)),
});

export const navigationEndpoints = [
  listViewsEndpoint,
  addViewEndpoint,
  updateViewEndpoint,
  removeViewEndpoint,
  seeStepEndpoint,
];
