import MessageCircle from 'lucide-react/icons/message-circle';
import { config } from '#data/config.ts';

/** A link to WhatsApp; nothing if the installation has no `contactPhone`. */
export function ContactLink() {
  const digits = config.contactPhone.replace(/\D/g, '');
  if (!digits) return null;
  return (
    <a
      href={`https://wa.me/${digits}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="Falar no WhatsApp (abre em outra aba)"
      title="Falar no WhatsApp"
      className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-success"
    >
      <MessageCircle className="size-4.5" />
    </a>
  );
}
