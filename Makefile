# Each target installs what it itself misses; the work is in scripts/.

.PHONY: run test matrix build lint bench bench-page duels fuzz clean

run:
	@scripts/run.sh

test:
	@scripts/test.sh

matrix:
	@scripts/matrix.sh

build:
	@scripts/build.sh

lint:
	@scripts/lint.sh

bench:
	@scripts/bench.sh

bench-page:
	@scripts/bench-page.sh

duels:
	@scripts/duels.sh

fuzz:
	@scripts/fuzz.sh

clean:
	rm -rf target pkg/dist node_modules
