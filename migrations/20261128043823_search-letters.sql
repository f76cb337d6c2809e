-- Compatible: the previous release uses search_pattern, too, and finds the same records, without the new indexes.
-- The letters in a folded text of scripts that put no spaces between words: Thai, Lao, Tibetan, Myanmar, Khmer and their
-- neighbors, Chinese and Japanese, Yi, Tangut. The same as `unspacedLetters` in src/resource/server/list/search-conditions.ts.
CREATE FUNCTION search_letters(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN string_to_array(nullif(regexp_replace(folded COLLATE "C",
	'[^\u0e00-\u109f\u1780-\u17ff\u1950-\u19ff\u1a20-\u1aaf\u1b00-\u1b7f\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ua4cf\ua980-\ua9ff\uaa60-\uaadf\uf900-\ufaff\U000116d0-\U0001174f\U00016fe0-\U00018d7f\U0001aff0-\U0001b2ff\U00020000-\U0003ffff]+',
	'', 'g'), ''), NULL);
--> statement-breakpoint
-- What LIKE compares with a term of a search. A term of 3 characters or more matches anywhere in a word, as do symbols and
-- letters of the scripts above; a shorter one matches at the start of a word.
CREATE OR REPLACE FUNCTION search_pattern(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
	SELECT CASE
		WHEN char_length(folded) >= 3 OR (folded COLLATE "und-x-icu") !~ '^[[:alnum:]]' OR search_letters(folded) IS NOT NULL THEN '%'
		ELSE '% '
	END || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%'
	FROM (SELECT fold_text(word) AS folded) AS searched
);
