/** Whether the dialog with the settings is open, on whatever page one is. */
export const preferences: { open: boolean } = $state({ open: false });

/** Open the settings. */
export function openPreferences(): void {
  preferences.open = true;
}
