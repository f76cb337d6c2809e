import { onlineManager } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const isOnlineNow = () => onlineManager.isOnline();

/**
 * Whether the browser has a connection.
 * @param onReconnect called when it is back
 */
export function useIsOnline(onReconnect = () => {}): boolean {
  const isOnline = useSyncExternalStore(subscribe, isOnlineNow, () => true);
  const reconnect = useEffectEvent(onReconnect);
  useEffect(() => onlineManager.subscribe((isBack) => isBack && reconnect()), []);
  return isOnline;
}
