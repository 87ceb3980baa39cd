import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { addView, listViews, removeView, updateView } from "../../../application/navigation/keep-views";
import { seeOnboardingStep } from "../../../application/users/see-onboarding-step";
import { type NavigationView, navigationViewLimits } from "../../../domain/navigation-view";
import { optional, required } from "../codecs/parameter";
import { bool, count, either, json, textUpTo } from "../codecs/wire-type";
import { encodeNavigationView } from "../encode/personal";
import { done, endpoint } from "../endpoint";

const fragment = textUpTo(navigationViewLimits.fragmentLength);
/** Some clients write no name as null. */
const name = either(json(t.null), textUpTo(navigationViewLimits.nameLength));

const listViewsEndpoint = endpoint({
  method: "get",
  at: "/navigation_views",
  caller: "user",
  summary: "The views of the caller's sidebar",
  path: {},
  params: {},
  response: { navigation_views: { type: "array", items: { type: "object" } } },
  use: listViews,
  run: (listViews, { caller }) =>
    map((views: readonly NavigationView[]) => ({ navigation_views: views.map(encodeNavigationView) }))(
      listViews(caller),
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
  run: (addView, { caller }, given) =>
    done(addView(caller, { fragment: given.fragment, isPinned: given.is_pinned, name: given.name ?? null })),
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
  run: (updateView, { caller }, given) =>
    done(updateView(caller, given.fragment, { isPinned: given.is_pinned, name: given.name })),
});

const removeViewEndpoint = endpoint({
  method: "delete",
  at: "/navigation_views/{+fragment}",
  caller: "user",
  summary: "Take a view out of the caller's sidebar",
  path: { fragment: required(fragment) },
  params: {},
  response: {},
  use: removeView,
  run: (removeView, { caller }, given) => done(removeView(caller, given.fragment)),
});

const seeStepEndpoint = endpoint({
  method: "post",
  at: "/users/me/onboarding_steps",
  caller: "user",
  forPeopleOnly: true,
  summary: "Record that the caller has seen what clients explain once",
  path: {},
  params: {
    onboarding_step: required(textUpTo(100)),
    // Nobody is reminded of a tour that there isn't.
    schedule_navigation_tour_video_reminder_delay: optional(count),
  },
  response: {},
  use: seeOnboardingStep,
  run: (seeOnboardingStep, { caller }, { onboarding_step }) =>
    done(seeOnboardingStep(caller, onboarding_step)),
});

export const navigationEndpoints = [
  listViewsEndpoint,
  addViewEndpoint,
  updateViewEndpoint,
  removeViewEndpoint,
  seeStepEndpoint,
];
