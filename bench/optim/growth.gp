# How the time of an iteration grows: draws what `bench_device cuda growth` has printed.
#
#   build/bin/bench_device cuda growth > growth.txt
#   gnuplot -e 'table="growth.txt"; picture="docs/images/growth.svg"' bench/optim/growth.gp
set terminal svg size 760,330 font "sans-serif,12" background "white"
set output picture
set logscale xy
set format x "10^{%L}"
set grid
set ylabel "milliseconds an iteration"
set yrange [1:3000]
unset key
set multiplot layout 1,2
set xlabel "points N, p = 1841"
plot "< grep '^N = ' ".table using 6:10 with linespoints pointtype 7 linecolor "#2b6cb0"
set xlabel "parameters p, N = 10000"
plot "< grep '^width ' ".table using 4:9 with linespoints pointtype 7 linecolor "#c05621"
unset multiplot
