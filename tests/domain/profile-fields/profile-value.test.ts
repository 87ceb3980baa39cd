import { newBot } from "../../../src/domain/bots/bot";
import type { ProfileField } from "../../../src/domain/profile-fields/profile-field";
import { checkProfileValue, type ProfileValueInput } from "../../../src/domain/profile-fields/profile-value";
import { aProfileField, aUser } from "../../support/builders/entities";

const users = new Map(
  [
    aUser({ id: 1 }),
    aUser({ id: 2 }),
    aUser({ id: 3, isActive: false }),
    aUser({ id: 4, bot: newBot("generic", 1) }),
    aUser({ id: 5, isSystemBot: true }),
  ].map((user) => [user.id, user]),
);
const choices = { vi: { text: "Vim", order: "1" } };

const check = (type: ProfileField["type"], value: ProfileValueInput) =>
  checkProfileValue(
    aProfileField({ type, name: "F", choices: type === "dropdown" ? choices : null }),
    value,
    (id) => users.get(id),
  );

// Two UTF-16 units, one code point.
const car = "\u{1f697}";

test.each<[ProfileField["type"], ProfileValueInput, string]>([
  ["short_text", car.repeat(50), car.repeat(50)],
  ["pronouns", "they", "they"],
  // Keyboards for Hebrew and Arabic insert marks of direction.
  ["short_text", "\u05d0\u200f!", "\u05d0\u200f!"],
  ["external_account", "octocat", "octocat"],
  ["paragraph", "l".repeat(500), "l".repeat(500)],
  ["dropdown", "vi", "vi"],
  ["date", "2024-02-29", "2024-02-29"],
  ["link", "https://example.com/a?b#c", "https://example.com/a?b#c"],
  ["link", "http://localhost:9991", "http://localhost:9991"],
  ["users", [2, 1], "[2,1]"],
  ["users", "[2, 1]", "[2,1]"],
])("a %s can be %j", (type, value, kept) => {
  expect(check(type, value)).toEqual({ _tag: "Right", right: kept });
});

test.each<[ProfileField["type"], ProfileValueInput, string]>([
  ["short_text", "s".repeat(51), "F is too long (limit: 50 characters)"],
  ["short_text", [1], "F is not a string"],
  ["pronouns", "s".repeat(51), "F is too long (limit: 50 characters)"],
  ["external_account", "s".repeat(51), "F is too long (limit: 50 characters)"],
  ["paragraph", "l".repeat(501), "F is too long (limit: 500 characters)"],
  ["dropdown", "Vim", "'Vim' is not a valid choice for 'F'."],
  ["dropdown", "toString", "'toString' is not a valid choice for 'F'."],
  ["dropdown", [1], "'1' is not a valid choice for 'F'."],
  ["date", "2023-02-29", "F is not a date"],
  ["date", "2023-13-01", "F is not a date"],
  ["date", "2023-1-1", "F is not a date"],
  ["date", "2023-01-01T00:00", "F is not a date"],
  ["date", [2023], "F is not a string"],
  ["link", "example.com", "F is not a URL"],
  ["link", "ftp://example.com", "F is not a URL"],
  ["link", "javascript:alert(1)//http://", "F is not a URL"],
  ["link", "https://bank.example.com\n.evil.example", "F is not a URL"],
  ["link", "https://exa\tmple.com", "F is not a URL"],
  ["link", [1], "F is not a string"],
  ["link", `https://example.com/${"x".repeat(2000)}`, "F is too long (limit: 2000 characters)"],
  ["users", Array(101).fill(1), "F has too many people (limit: 100)"],
  ["users", "Ann", "F is not a list"],
  ["users", "1", "F is not a list"],
  ["users", '[1, "2"]', "F[1] is not an integer"],
  ["users", "[1.5]", "F[0] is not an integer"],
  ["users", [1, 404], "Invalid user ID: 404"],
  ["users", [3], "User with ID 3 is deactivated"],
  ["users", [4], "User with ID 4 is a bot"],
  ["users", [5], "Invalid user ID: 5"],
])("a %s can't be %j", (type, value, problem) => {
  expect(check(type, value)).toEqual({ _tag: "Left", left: problem });
});
