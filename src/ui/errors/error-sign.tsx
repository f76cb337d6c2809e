import type { CSSProperties, ReactNode } from "react";
import "./error-sign.css";

const drawings = { forbidden: Clasped, notFound: Missing, failed: Torn, unknown: Blotted };

/** What went wrong, as a drawing: decoration, in both themes and mirrored with the page. */
export function ErrorSign({ sign }: { sign: keyof typeof drawings }) {
  const Drawing = drawings[sign];
  return (
    <svg viewBox="0 0 240 150" className="error-sign" aria-hidden>
      <Drawing />
    </svg>
  );
}

function Hue({ hue, children }: { hue: number; children: ReactNode }) {
  return <g style={{ "--hue": hue } as CSSProperties}>{children}</g>;
}

/** 403: a book with a clasp. */
function Clasped() {
  return (
    <>
      <path className="edge" d="M24 141.5H216" />
      <Hue hue={158}>
        <path
          className="board"
          d="M80 10H156a5 5 0 0 1 5 5V136a5 5 0 0 1-5 5H80a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3Z"
        />
        <path
          className="print"
          strokeWidth={1.5}
          d="m88 24 12-10 12 10 12-10 12 10 12-10 12 10M88 42l12-10 12 10 12-10 12 10 12-10 12 10M88 114l12-10 12 10 12-10 12 10 12-10 12 10M88 132l12-10 12 10 12-10 12 10 12-10 12 10"
        />
        <path className="print" d="M86 10V141" />
      </Hue>
      <path className="label" d="M98 28h51v40H98Z" />
      <path className="edge" strokeWidth={1} d="M102 32h43v32h-43ZM112 44h23M117 52h13" />
      <Hue hue={75}>
        <path className="board" d="M77 84h92a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6H77Z" />
        <path className="print" d="M82 88h58M82 96h58" strokeWidth={1} strokeDasharray="4 4" />
        <circle className="board" cx="157" cy="92" r="15" />
        <circle className="print" cx="157" cy="92" r="15" />
      </Hue>
      <path className="hole" d="M157 84a4.2 4.2 0 0 1 2 7.9l1.6 7.1h-7.2l1.6-7.1A4.2 4.2 0 0 1 157 84Z" />
    </>
  );
}

/** 404: a gap on the shelf. */
function Missing() {
  return (
    <>
      <Spine hue={95} x={34} width={22} height={96} />
      <Spine hue={240} x={57} width={17} height={82} />
      <Spine hue={20} x={75} width={25} height={104} />
      <path className="edge" d="M106 132V46a3 3 0 0 1 3-3h20a3 3 0 0 1 3 3v86" strokeDasharray="2 6" />
      <Spine hue={185} x={138} width={24} height={92} />
      <g transform="rotate(-11 181 132)">
        <Spine hue={295} x={181} width={19} height={96} />
      </g>
      <path className="edge" d="M18 132.75H222" />
    </>
  );
}

/** A book as it stands on a shelf. */
function Spine({ hue, x, width, height }: { hue: number; x: number; width: number; height: number }) {
  const top = 132 - height;
  return (
    <Hue hue={hue}>
      <rect className="board" x={x} y={top} width={width} height={height} rx="2" />
      <path className="print" d={`M${x} ${top + 10}h${width}M${x} ${top + 15}h${width}M${x} 122h${width}`} />
      <path className="label" d={`M${x + 4} ${top + 25}h${width - 8}v22h${8 - width}Z`} />
    </Hue>
  );
}

/** 500: a page torn in two. */
function Torn() {
  return (
    <>
      <Board hue={20} />
      <g transform="rotate(-3 120 40)">
        <path className="leaf" d="M78 10h84v59l-10 6-9-10-11 11-11-8-10 9-12-11-9 8-12-8Z" />
        <path className="text" d="M91 27h38M91 41h58M91 55h44" />
      </g>
      <g transform="translate(7 9) rotate(6 120 110)">
        <path className="leaf" d="M78 76l12 8 9-8 12 11 10-9 11 8 11-11 9 10 10-6v52H78Z" />
        <path className="text" d="M91 101h54M91 115h58" />
      </g>
    </>
  );
}

/** Anything else: ink where it should not be. */
function Blotted() {
  return (
    <>
      <Board hue={240} />
      <g transform="rotate(2 120 75)">
        <path className="leaf" d="M78 10h72l12 12v112H78Z" />
        <path className="edge" strokeWidth={1.25} d="M150 10v12h12" />
        <path className="text" d="M91 30h42M91 44h58M91 58h16M91 114h58M91 126h34" />
      </g>
      <path
        className="ink"
        d="M121 60c8-3 11 4 18 4s12 6 9 13 4 9 1 15-10 3-15 8-13 2-17-3-12-1-14-8 4-9 2-15 3-8 8-9 4-4 8-5Z"
      />
      <path
        className="ink"
        d="M156 97a3.4 3.4 0 1 1 0 .1ZM101 105a2.4 2.4 0 1 1 0 .1ZM152 60a2 2 0 1 1 0 .1Z"
      />
    </>
  );
}

/** The cover beneath a loose page. */
function Board({ hue }: { hue: number }) {
  return (
    <>
      <path className="edge" d="M40 145H200" />
      <Hue hue={hue}>
        <g transform="rotate(-5 120 75)">
          <rect className="board" x="68" y="2" width="98" height="140" rx="4" />
          <path
            className="print"
            strokeDasharray="0.1 10"
            strokeWidth={3}
            d="M76 12V136M86 7V140M148 7V140M158 12V136"
          />
        </g>
      </Hue>
    </>
  );
}
