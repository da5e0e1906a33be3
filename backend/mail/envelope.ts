export type Message = { to: string; subject: string; html: string; text: string };

/**
 * What nodemailer is given. Contents come from our own templates: no file and no address is
 * fetched.
 */
export function envelope(from: string, { to, subject, html, text }: Message) {
  if (!ONE_ADDRESS.test(to)) throw new Error('The recipient is not one e-mail address.');
  if (CONTROL.test(subject)) throw new Error('The subject has more than one line.');
  return {
    from,
    to: { name: '', address: to }, // an object: text would be parsed, and might name several people
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export type Envelope = ReturnType<typeof envelope>;

const ONE_ADDRESS = /^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;
