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
