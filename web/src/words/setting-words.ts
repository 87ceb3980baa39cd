/** A setting's text: a label, or a label with a description and the labels of its options. */
export type SettingWords =
  | string
  | {
      readonly label: string;
      readonly hint?: string;
      readonly choices?: Readonly<Record<string | number, string>>;
      /** The unit of a number, and how many of the API's units make one. */
      readonly unit?: readonly [name: string, size: number];
    };

/** Groups of settings, by title. */
export type SettingGroups = Readonly<Record<string, Readonly<Record<string, SettingWords>>>>;

/** The settings of an area: by section, and by group. */
export type SettingSections = Readonly<Record<string, SettingGroups>>;

// For a union, the values and keys of each member.
type ValueOf<A> = A extends unknown ? A[keyof A] : never;
type KeysOf<A> = A extends unknown ? keyof A : never;

/** The names of the settings that have text in an area. */
export type WordedIn<Sections extends SettingSections> = KeysOf<ValueOf<ValueOf<Sections>>>;
