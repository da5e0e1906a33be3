/** Downloads a file. Replaces characters in the name that some operating systems forbid. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
  link.click();
  // Revoke the URL late: a slow browser has perhaps not started the download yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
