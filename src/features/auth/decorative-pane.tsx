import { useSyncExternalStore } from 'react';
import picture from './showcase.svg';

/** Renders the right pane of `AuthPage`, which is decorative and hidden from screen readers. */
export function DecorativePane() {
  const isCodeThere = useIsCodeThere();
  return (
    <div
      aria-hidden="true"
      className="relative hidden overflow-hidden bg-[linear-gradient(150deg,#4466e6_0%,#2c46b8_45%,#1a2666_100%)] lg:flex lg:flex-col lg:items-center lg:justify-center"
    >
      {isCodeThere && (
        <>
          <div className="absolute -top-40 -right-40 size-[34rem] appear rounded-full bg-[radial-gradient(circle,rgb(255_209_102/0.28),transparent_65%)]" />
          <div className="absolute -bottom-56 -left-40 size-[38rem] appear rounded-full bg-[radial-gradient(circle,rgb(125_170_255/0.35),transparent_65%)]" />
        </>
      )}
      <div className="relative aspect-[560/440] w-[min(82%,36rem)]">
        {isCodeThere && (
          <img src={picture} alt="" width="560" height="440" className="w-full appear" />
        )}
      </div>
      <div className="relative mt-8 max-w-md px-8 text-center text-white">
        <p className="text-xl font-semibold tracking-tight">Seu catálogo, sempre em ordem</p>
        <p className="mt-2 text-white/85">
          Produtos, serviços, distribuidores e parceiros em um só lugar, prontos para vender.
        </p>
      </div>
    </div>
  );
}

/**
 * Returns whether the code has loaded: false in the static page (src/app/still-frame.tsx), which therefore has no
 * pictures. Rendering them would take a third of the time until the first paint, and delay the fields.
 */
function useIsCodeThere(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
