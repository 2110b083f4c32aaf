const entries = ["Board", "Mine", "Search", "Profile"];

export function BottomNav() {
  return <nav className="bottom">{entries.map((name) => <a key={name}>{name}</a>)}</nav>;
}
