/**
 * Copies a text to the clipboard.
 * @throws if the browser refuses it; on plain HTTP it has no clipboard
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
