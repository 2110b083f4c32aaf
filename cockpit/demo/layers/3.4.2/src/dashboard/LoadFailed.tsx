export function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <p role="alert">
      The board could not be loaded. <button onClick={retry}>Try again</button>
    </p>
  );
}
