import type { ReactNode } from 'react';

export type PageTitleProps = {
  title: ReactNode;
  /** The back link, above the title. */
  back?: ReactNode;
  /** The subject of the page: beside the title, or under the title if there is no space. */
  beside?: ReactNode;
  /** A muted line under the title: a count, an explanation. */
  detail?: ReactNode;
  actions?: ReactNode;
};

export function PageTitle({ title, back, beside, detail, actions }: PageTitleProps) {
  return (
    // With a back link, make the title at most as wide as the fields of a form, because the page is usually a form.
    <div
      className={`relative mb-4 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 max-sm:gap-x-2 ${back ? 'max-w-6xl' : ''}`}
    >
      {/* On a phone, if there is no back link, the actions are beside the title, and the detail has the full width. */}
      <div className={`min-w-0 flex-1 basis-36 ${back ? '' : 'max-sm:contents'}`}>
        {back}
        <div className="flex flex-1 flex-wrap items-center gap-x-3">
          <h1 className="text-xl leading-7 font-semibold tracking-tight">{title}</h1>
          {beside}
        </div>
        {detail && (
          <p
            className={`mt-0.5 text-muted ${back ? '' : 'max-sm:order-last max-sm:-mt-1 max-sm:basis-full'}`}
          >
            {detail}
          </p>
        )}
      </div>
      {actions && (
        // On a phone, if there is a back link, the actions are beside that link, and the title has the full width.
        <div
          className={`flex flex-wrap items-center gap-2 max-sm:gap-1.5 ${back ? 'max-sm:absolute max-sm:-top-1.5 max-sm:right-0' : ''}`}
        >
          {actions}
        </div>
      )}
    </div>
  );
}
