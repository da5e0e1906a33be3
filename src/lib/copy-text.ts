/**
 * Copies a text to the clipboard.
 * @throws if the browser refuses the access, or has no clipboard (on plain HTTP)
 */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
